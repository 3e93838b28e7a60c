import type * as v from 'valibot';
import { botLimits, botName, withoutMark } from '../../../domain/bots.ts';
import { MINUTE } from '../../../domain/duration.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { HookRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import { type GroupAccess, authorize, groupAccess } from '../../access/conversation.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { createBot, nameRefusal, renameAccount } from '../bots/bots.ts';
import type { SignedIn } from '../context.ts';
import { beginErasing } from '../erasing/erase-account.ts';
import { admit, checkRoom } from '../groups/members.ts';
import { announcePicture } from '../groups/picture.ts';

export type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

/** The access of a member who may manage the hooks of a group. */
export async function managing({ session }: SignedIn, tx: ReadTx, ref: string, nowMs: number) {
  const at = await groupAccess(tx, session.user, ref);
  if (at instanceof Refusal) return at;
  return authorize(at, 'letIn', nowMs) ?? at;
}

/** The hook of this bot in that group; hooks of other groups are not found. */
async function hookOf(tx: ReadTx, at: GroupAccess, bot: number): Promise<HookRow | Refusal> {
  const row = (await tx.hooks.ofStream(at.stream)).find(({ user }) => user === bot);
  return row ?? new Refusal('hookUnknown');
}

/** HOOK-2. */
export async function getHooks(context: SignedIn, { id }: Body<typeof calls.getHooks>) {
  const { core } = context;
  const list = await core.store.read(async (tx) => {
    const at = await managing(context, tx, id, core.clock.nowMs());
    if (at instanceof Refusal) return at;
    const rows = await tx.hooks.ofStream(at.stream);
    const people = await tx.users.byIds(rows.flatMap(({ user, by }) => [user, by]));
    return rows.map(({ user, by, dialect, createdAtMs, usedMinute }) => ({
      hook: user,
      name: withoutMark(people.get(user)?.realname ?? ''),
      dialect,
      byName: people.get(by)?.realname ?? '',
      since: wireTime(createdAtMs, core.settings),
      used: usedMinute === 0 ? 0 : wireTime(usedMinute * MINUTE, core.settings),
    }));
  });
  return list instanceof Refusal ? list : { data: list };
}

/** The address is shown only once: the store has its digest (HOOK-2). */
const addressOf = ({ origin }: SignedIn, secret: string): string => `${origin}/hooks/${secret}`;
const newSecret = ({ ids, passwords }: Core) => {
  const secret = ids.hex(24);
  return { secret, hash: passwords.digest(secret) };
};

interface HookBot {
  readonly at: GroupAccess;
  readonly by: UserId;
  readonly name: string;
  readonly passwordHash: string;
}

/** Creates the bot of a hook as a member of the group. */
export async function addHookBot(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { at, by, name, passwordHash }: HookBot,
): Promise<UserId | Refusal> {
  const members = (await tx.members.count(at.stream)) + 1;
  const full = checkRoom(core, members);
  if (full) return full;
  const bot = await createBot(core, tx, { owner: by, name, passwordHash });
  await admit(core, tx, record, { stream: at.stream, by, inviter: by, fresh: [bot], members });
  return bot;
}

/** Its account is erased as any other, and its messages stay. */
export async function removeHookBot(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { bot, by, what }: { readonly bot: UserId; readonly by: UserId; readonly what: string },
): Promise<void> {
  await beginErasing(tx, record, { user: bot, words: 'stay', by: `user ${by}` });
  await noteOwn(core.passwords, tx, by, { what, about: `user ${bot}` });
}

export async function addHook(
  context: SignedIn,
  { id, name, dialect }: Body<typeof calls.addHook>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const { user } = session;
  if (core.config().demonMode) return new Refusal('demoMode');
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const { secret, hash } = newSecret(core);
  const outcome = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    // Reading the stream locks it: two calls for one group take turns.
    await tx.streams.get(at.stream);
    if ((await tx.hooks.ofStream(at.stream)).length >= botLimits.hooksMax) return new Refusal('hookMany');
    const bot = await addHookBot(core, tx, record, { at, by: user, name, passwordHash });
    if (bot instanceof Refusal) return bot;
    await tx.hooks.insert({
      hash,
      user: bot,
      stream: at.stream,
      dialect,
      by: user,
      createdAtMs: tx.nowMs,
      usedMinute: 0,
    });
    const facts = { group: at.group.id };
    await noteOwn(core.passwords, tx, user, { what: 'hook added', about: `user ${bot}`, facts });
    return { bot, stream: at.stream };
  });
  if (outcome instanceof Refusal) return outcome;
  await announcePicture(core, outcome.stream, user);
  return { data: { hook: outcome.bot, url: addressOf(context, secret) } };
}

export async function editHook(
  context: SignedIn,
  { id, hook, name, dialect }: Body<typeof calls.editHook>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const refusal = nameRefusal(name);
  if (refusal) return refusal;
  const problem = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    const row = await hookOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    await tx.hooks.update(row.hash, { dialect });
    await renameAccount(core, tx, record, row.user, botName(name));
    await noteOwn(core.passwords, tx, session.user, { what: 'hook changed', about: `user ${row.user}` });
    return null;
  });
  return problem ?? {};
}

/** The old address ends at once. */
export async function renewHook(
  context: SignedIn,
  { id, hook }: Body<typeof calls.renewHook>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const { secret, hash } = newSecret(core);
  const problem = await command(core, async (tx) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    const row = await hookOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    await tx.hooks.update(row.hash, { hash });
    await noteOwn(core.passwords, tx, session.user, { what: 'hook renewed', about: `user ${row.user}` });
    return null;
  });
  return problem ?? { data: { hook, url: addressOf(context, secret) } };
}

export async function removeHook(
  context: SignedIn,
  { id, hook }: Body<typeof calls.removeHook>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const problem = await command(core, async (tx, record) => {
    const at = await managing(context, tx, id, tx.nowMs);
    if (at instanceof Refusal) return at;
    const row = await hookOf(tx, at, hook);
    if (row instanceof Refusal) return row;
    await tx.hooks.remove(row.hash);
    await removeHookBot(core, tx, record, { bot: row.user, by: session.user, what: 'hook removed' });
    return null;
  });
  return problem ?? {};
}
