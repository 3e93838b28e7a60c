import type * as v from 'valibot';
import { botLimits } from '../../../domain/bots.ts';
import { DAY, MINUTE } from '../../../domain/duration.ts';
import { type UserId, contactId, userId, userStream } from '../../../domain/ids.ts';
import type { AccessTokenRow, ReadTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import { accessTo } from '../../access/conversation.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { ACCESS_PREFIX } from '../../kernel/session.ts';
import type { SignedIn } from '../context.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

/** Public id of a token: it gives no access. */
const idOf = (hash: string): string => hash.slice(0, 24);

/** The end of the year 9999: such a token never expires. */
const NEVER_MS = 253_402_300_799_000;

/** `bot` 0: a token of the user. */
export const tokenData = (core: Pick<Core, 'settings'>, row: AccessTokenRow, me: UserId) => ({
  id: idOf(row.hash),
  bot: row.user === me ? 0 : row.user,
  name: row.name,
  right: row.access.right,
  chats: row.access.chats ?? [],
  since: wireTime(row.createdAtMs, core.settings),
  used: row.usedMinute === 0 ? 0 : wireTime(row.usedMinute * MINUTE, core.settings),
  until: row.expiresAtMs === NEVER_MS ? 0 : wireTime(row.expiresAtMs, core.settings),
});

/** The user and their bots. */
async function usersOf(tx: ReadTx, owner: UserId): Promise<readonly UserId[]> {
  return [owner, ...(await tx.bots.ofOwner(owner)).map(({ user }) => user)];
}

/** Returns the token, which is shown only once: the store has its digest (BOT-4). */
export async function addToken(
  { core, session: { user: owner } }: SignedIn,
  { bot, name, right, chats, days }: Body<typeof calls.addToken>,
): Promise<EndpointAnswer | Refusal> {
  if (core.config().demonMode) return new Refusal('demoMode');
  const token = `${ACCESS_PREFIX}${core.ids.hex(32)}`;
  const hash = core.passwords.digest(token);
  const refusal = await command(core, async (tx) => {
    // Reading the stream locks it: two calls of one owner take turns.
    await tx.streams.get(userStream(owner));
    const users = await usersOf(tx, owner);
    const user = bot === 0 ? owner : userId(bot);
    if (!users.includes(user) || !(await tx.users.byId(user))?.active) return new Refusal('botUnknown');
    if ((await tx.accessTokens.ofUsers(users)).length >= botLimits.tokensMax) return new Refusal('tokenMany');
    for (const chat of chats) {
      const at = await accessTo(tx, user, chat);
      if (at instanceof Refusal) return at;
    }
    await tx.accessTokens.insert({
      hash,
      user,
      name,
      access: { right, chats: chats.length === 0 ? null : [...new Set(chats)].map(contactId) },
      createdAtMs: tx.nowMs,
      expiresAtMs: days === 0 ? NEVER_MS : tx.nowMs + days * DAY,
      usedMinute: 0,
    });
    const facts = { right, days, chats: chats.length };
    await noteOwn(core.passwords, tx, owner, { what: 'token added', about: `user ${user}`, facts });
    return null;
  });
  return refusal ?? { data: { id: idOf(hash), token } };
}

/** Ends it at once, with its sockets on every node. Tokens of other users are not found. */
export async function removeToken(
  { core, session: { user: owner } }: SignedIn,
  { id }: Body<typeof calls.removeToken>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const users = await usersOf(tx, owner);
    const row = (await tx.accessTokens.ofUsers(users)).find(({ hash }) => idOf(hash) === id);
    if (!row || !(await tx.accessTokens.end(row.hash))) return new Refusal('tokenUnknown');
    await record.event(userStream(row.user), { kind: 'session', token: row.hash, isClosed: true });
    await noteOwn(core.passwords, tx, owner, { what: 'token removed', about: `user ${row.user}` });
    return null;
  });
  return refusal ?? {};
}
