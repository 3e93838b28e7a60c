import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { clientId, groupStream, parseTarget, userStream } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import type { endLogin as endCall } from '../../../wire/calls/accounts.ts';
import type {
  bindGroup as bindGroupCall,
  bindUid as bindUidCall,
  logout as logoutCall,
} from '../../../wire/calls/session.ts';
import { code } from '../../../wire/envelope.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context, SignedIn } from '../context.ts';
import { wasSignedOut } from '../push/want.ts';
import { accountCommand } from './account-command.ts';
import { endTokens } from './own-account.ts';

/** Time for a client whose socket is not here (any more) to bind its next one. */
const REBIND_MS = 1_000;

/**
 * Revokes the token and closes its sockets; a missing or ended token is not an error (ACC-5). A key ends the
 * one login it was issued for and gives no access: an unreachable client stores it instead of a token
 * (SESS-6).
 */
export async function logout(
  { core, session }: Context,
  body: v.InferOutput<typeof logoutCall.body>,
): Promise<EndpointAnswer> {
  const hash = body.key ?? session?.token;
  if (hash === undefined) return {};
  const ended = await command(core, async (tx, record) => {
    const row = await tx.tokens.byHash(hash, tx.nowMs);
    if (!row) return false;
    await wasSignedOut(tx, hash);
    await tx.tokens.end(hash);
    await record.event(userStream(row.user), { kind: 'session', token: hash });
    await noteOwn(core.passwords, tx, row.user, { what: 'logged out' });
    return true;
  });
  const client = body.client_id ? clientId(body.client_id) : null;
  if (client && session && core.hub.ownerOf(client) === session.user) core.hub.unbind(client);
  // Pictures in the browser's cache are removed as well (SESS-7).
  return ended ? { headers: { 'clear-site-data': '"cache"' } } : {};
}

/** Only the owner of the token, and only to oneself (ACC-7). */
export async function bindUid(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof bindUidCall.body>,
): Promise<EndpointAnswer | Refusal> {
  if (body.user_id !== session.user) return new Refusal('noPermission');
  const { cid } = body;
  if (cid) await command(core, (tx) => tx.push.bind(cid, session.token));
  const client = clientId(body.client_id);
  const bound = await core.hub.bind(client, session);
  if (bound instanceof Refusal) return bound;
  if (!bound) return refusedForNow('socketGone', REBIND_MS, {}, code.away);
  return {};
}

/** The server subscribes automatically; this only confirms a membership (GROUP-7). */
export async function bindGroup(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof bindGroupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const target = parseTarget(body.group_id);
  if (target?.kind !== 'group') return new Refusal('groupUnknown');
  const member = await core.store.read((tx) => tx.members.get(groupStream(target.group), session.user));
  if (!member) return new Refusal('notMember');
  if (!(await core.hub.owns(clientId(body.client_id), session.user))) return new Refusal('notOwnSocket');
  return {};
}

/** Public id of a login: it gives no access, and ends a login only with a session of its owner. */
const idOf = ({ passwords }: Core, hash: string): string => passwords.digest(`login ${hash}`).slice(0, 32);

/** The user's own logins, the newest first (LOGINS-1). */
export async function getLogins({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const rows = await core.store.read((tx) => tx.tokens.ofUser(session.user, core.clock.nowMs()));
  const data = rows.toReversed().map(({ hash, device, lastUse: { place, minute }, createdAtMs }) => ({
    id: idOf(core, hash),
    device,
    place,
    since: wireTime(createdAtMs, core.settings),
    used: minute === 0 ? 0 : wireTime(minute * duration.MINUTE, core.settings),
    current: hash === session.token ? 1 : 0,
  }));
  return { data };
}

/**
 * Ends one of the user's own logins, or all others, at once and on every node (LOGINS-2). Logins of other
 * users are not found.
 */
export async function endLogin(
  { core, session, peer }: SignedIn,
  { id }: v.InferOutput<typeof endCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const which =
    id === 'others' ? { except: session.token } : { only: (hash: string) => idOf(core, hash) === id };
  const refusal = await accountCommand(core, session.user, async (tx, record, note) => {
    const ended = await endTokens(tx, record, session.user, { ...which, isClosed: true });
    if (ended === 0) return id === 'others' ? null : new Refusal('loginUnknown');
    await note({ what: 'sessionsEnded', device: deviceName(peer.userAgent) });
    await noteOwn(core.passwords, tx, session.user, { what: 'logins ended', facts: { logins: ended } });
    return null;
  });
  return refusal ?? {};
}
