import { botLimits, botName, withoutMark } from '../../../domain/bots.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { OutgoingRow } from '../../../ports/store/bots.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import type { GroupAccess } from '../../access/conversation.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { outgoingLimits as limits } from '../../kernel/hook-limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { nameRefusal, renameAccount } from '../bots/bots.ts';
import type { SignedIn } from '../context.ts';
import { announcePicture } from '../groups/picture.ts';
import { deliver } from './deliver.ts';
import { eventBody, reportedName } from './event-body.ts';
import { type Body, addHookBot, managing, removeHookBot } from './hooks.ts';

async function outgoingOf(tx: ReadTx, at: GroupAccess, bot: number): Promise<OutgoingRow | Refusal> {
  const row = (await tx.outgoing.ofStream(at.stream)).find(({ user }) => user === bot);
  return row ?? new Refusal('hookUnknown');
}

/** HOOK-9. The secret is never shown again. */
export async function getOutgoing(context: SignedIn, { id }: Body<typeof calls.getOutgoing>) {
  const { core } = context;
  const list = await core.store.read(async (tx) => {
    const at = await managing(context, tx, id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const rows = await tx.outgoing.ofStream(at.stream);
    const people = await tx.users.byIds(rows.flatMap(({ user, by }) => [user, by]));
    const head = (await tx.streams.get(at.stream))?.head ?? 0;
    return rows.map(({ user, by, url, kinds, createdAtMs, failingSinceMs, seq }) => ({
      hook: user,
      name: withoutMark(people.get(user)?.realname ?? ''),
      url,
      kinds,
      byName: people.get(by)?.realname ?? '',
      since: wireTime(createdAtMs, core.settings),
      failing: failingSinceMs === 0 ? 0 : wireTime(failingSinceMs, core.settings),
      behind: failingSinceMs === 0 ? 0 : Math.max(0, head - seq),
    }));
  });
  return list instanceof Refusal ? list : { data: list };
}

/** Returns a key in the form `whsec_…` of Standard Webhooks, longer than the convention requires. */
export const newSecret = ({ ids }: Core): string => `whsec_${btoa(ids.hex(24))}`;
export const isHookAddress = ({ hookPosts }: Core, url: string): boolean =>
  hookPosts?.isAllowed(url) ?? false;

export async function addOutgoing(
  context: SignedIn,
  { id, name, url, kinds }: Body<typeof calls.addOutgoing>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const { user } = session;
  if (core.config().demonMode) return new Refusal('demoMode');
  const refusal = nameRefusal(name) ?? (isHookAddress(core, url) ? null : new Refusal('hookAddress'));
  if (refusal) return refusal;
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const secret = newSecret(core);
  const outcome = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    // Reading the stream locks it: two calls for one group take turns.
    await tx.streams.get(at.stream);
    if ((await tx.outgoing.ofStream(at.stream)).length >= botLimits.outgoingMax)
      return new Refusal('outgoingMany');
    const bot = await addHookBot(core, tx, record, { at, by: user, name, passwordHash });
    if (bot instanceof Refusal) return bot;
    await tx.outgoing.insert({
      user: bot,
      stream: at.stream,
      url,
      secret,
      kinds,
      by: user,
      createdAtMs: tx.nowMs,
      // Its own arrival is no event for it.
      seq: (await tx.streams.get(at.stream))?.head ?? 0,
      dueMs: 0,
      tries: 0,
      failingSinceMs: 0,
      claimedMs: 0,
    });
    const facts = { group: at.group.id };
    await noteOwn(core.passwords, tx, user, { what: 'outgoing hook added', about: `user ${bot}`, facts });
    return { bot, stream: at.stream };
  });
  if (outcome instanceof Refusal) return outcome;
  await announcePicture(core, outcome.stream, user);
  return { data: { hook: outcome.bot, secret } };
}

export async function editOutgoing(
  context: SignedIn,
  { id, hook, name, url, kinds, renew }: Body<typeof calls.editOutgoing>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const refusal = nameRefusal(name) ?? (isHookAddress(core, url) ? null : new Refusal('hookAddress'));
  if (refusal) return refusal;
  const fresh = newSecret(core);
  const problem = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    const row = await outgoingOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    await tx.outgoing.edit(row.user, { url, kinds, secret: renew ? fresh : row.secret });
    await renameAccount(core, tx, record, row.user, botName(name));
    const what = renew ? 'outgoing hook renewed' : 'outgoing hook changed';
    await noteOwn(core.passwords, tx, session.user, { what, about: `user ${row.user}` });
    return null;
  });
  return problem ?? { data: { hook, secret: renew ? fresh : '' } };
}

export async function removeOutgoing(
  context: SignedIn,
  { id, hook }: Body<typeof calls.removeOutgoing>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const problem = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    const row = await outgoingOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    await tx.outgoing.remove(row.user);
    const what = 'outgoing hook removed';
    await removeHookBot(core, tx, record, { bot: row.user, by: session.user, what });
    return null;
  });
  return problem ?? {};
}

/** HOOK-13. */
export async function getDeliveries(context: SignedIn, { id, hook }: Body<typeof calls.getDeliveries>) {
  const { core } = context;
  const list = await core.store.read(async (tx) => {
    const at = await managing(context, tx, id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const row = await outgoingOf(tx, at, hook);
    return row instanceof Refusal ? row : tx.outgoing.deliveries(row.user, limits.logMax);
  });
  if (list instanceof Refusal) return list;
  return {
    data: list.map(({ atMs, ...rest }) => ({ ...rest, at: wireTime(atMs, core.settings) })),
  };
}

/** Out of turn, and with the number of the first attempt; a success also ends the wait of the others. */
export async function repeatDelivery(
  context: SignedIn,
  { id, hook, seq }: Body<typeof calls.repeatDelivery>,
): Promise<EndpointAnswer | Refusal> {
  const { core } = context;
  const posts = core.hookPosts;
  if (!posts) return new Refusal('hookAddress');
  const found = await core.store.read(async (tx) => {
    const at = await managing(context, tx, id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const row = await outgoingOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    const member = await tx.members.get(row.stream, row.user);
    const [event] = await tx.streams.events(row.stream, seq - 1, 1);
    const name = event && reportedName(event, row);
    if (!member || seq <= member.fromSeq || event?.seq !== seq || !name) return new Refusal('deliveryGone');
    return { row, event: { row: event, name, body: await eventBody(core, tx, row, event, name) } };
  });
  if (found instanceof Refusal) return found;
  const { row, event } = found;
  const entry = await deliver({ core, posts, signal: new AbortController().signal }, row, event);
  await core.store.write(async (tx) => {
    const now = await tx.outgoing.get(row.user);
    if (!now) return;
    await tx.outgoing.saveDelivery(entry, limits.logMax);
    if (entry.state === 'sent') await tx.outgoing.edit(row.user, now);
  });
  return { data: { state: entry.state, status: entry.status, answer: entry.answer } };
}
