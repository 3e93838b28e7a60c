import type { OpenIdEnd } from '../../../ports/openid.ts';
import type { TokenRow, WriteTx } from '../../../ports/store.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { command } from '../../kernel/core.ts';
import { openIdLimits as limits, serverLimits } from '../../kernel/limits.ts';
import type { Context } from '../context.ts';
import { endTokens } from './own-account.ts';

export type LogoutAnswer = 'ended' | 'wrong' | 'tooOften';

/**
 * A provider reports that a user has logged out there: logins made by it end here, at once and on every node
 * (OIDC-9). Logins by password or another provider stay.
 */
export async function endByProvider(
  { core, rates, peer }: Pick<Context, 'core' | 'rates' | 'peer'>,
  provider: string,
  body: string,
): Promise<LogoutAnswer> {
  if (rates.take(`openid end @${addressKey(peer.address)}`, serverLimits.accountRate) > 0) return 'tooOften';
  const note = new URLSearchParams(body).get('logout_token') ?? '';
  if (!core.openIds || note === '') return 'wrong';
  const end = await core.openIds.ended(provider, note);
  if (typeof end === 'string') return 'wrong';
  return command(core, async (tx, record) => {
    const untilMs = tx.nowMs + limits.noteLifeMs + 2 * limits.clockSec * 1_000;
    if (!(await tx.passkeys.spend(`openid end ${provider} ${end.once}`, untilMs))) return 'wrong';
    const tokens = await endingBy(tx, provider, end);
    const people = new Set(tokens.map(({ user }) => user));
    const hashes = new Set(tokens.map(({ hash }) => hash));
    for (const user of people) {
      const logins = await endTokens(tx, record, user, { only: (hash) => hashes.has(hash), isClosed: true });
      const facts = { logins, provider };
      await noteAudit(core.passwords, tx, { by: `user ${user}`, what: 'logins ended', facts });
    }
    return 'ended';
  });
}

/**
 * All logins of a user by this provider, or of one session there; sessions of other users are not affected.
 */
async function endingBy(tx: WriteTx, provider: string, end: OpenIdEnd): Promise<readonly TokenRow[]> {
  const { issuer, subject, session } = end;
  const person = subject === '' ? null : await tx.openIds.of(issuer, subject);
  if (subject !== '' && !person) return [];
  if (session === '' && person) {
    const all = await tx.tokens.ofUser(person.user, tx.nowMs);
    return all.filter(({ elsewhere }) => elsewhere.provider === provider);
  }
  const tokens = await tx.tokens.ofSession({ provider, session }, tx.nowMs, limits.sessionMax);
  return tokens.filter(({ user }) => !person || user === person.user);
}
