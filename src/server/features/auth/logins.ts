import type * as v from 'valibot';
import { duration } from '../../../domain/limits.ts';
import type { endLogin as endCall } from '../../../wire/calls/accounts.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { endTokens } from './own-account.ts';

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
  { core, session }: SignedIn,
  { id }: v.InferOutput<typeof endCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const which =
    id === 'others' ? { except: session.token } : { only: (hash: string) => idOf(core, hash) === id };
  const refusal = await command(core, async (tx, record) => {
    const ended = await endTokens(tx, record, session.user, { ...which, isClosed: true });
    if (ended === 0) return id === 'others' ? null : new Refusal('loginUnknown');
    const note = { what: 'logins ended', facts: { logins: ended } };
    await noteOwn(core.passwords, tx, session.user, note);
    return null;
  });
  return refusal ?? {};
}
