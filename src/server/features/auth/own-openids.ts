import type * as v from 'valibot';
import type { OpenIdRow } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/openid.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { demandOldPassword, ownRow } from './own-account.ts';
import { LDAP } from './password-fits.ts';

/** Names a row without revealing the user's identity at the provider. */
const idOf = ({ passwords, secret }: Core, { issuer, subject }: OpenIdRow): string =>
  passwords.mac(secret, `openid row ${issuer} ${subject}`).slice(0, 32);

/** The organisation's server is not a user's own method: users cannot unlink it themselves (LDAP-5). */
const isOwn = ({ issuer }: OpenIdRow): boolean => issuer !== LDAP;

export async function getOpenIds({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const rows = (await core.store.read((tx) => tx.openIds.ofUser(session.user))).filter(isOwn);
  const names = new Map(core.openIds?.providers.map(({ id, name }) => [id, name]));
  const list = rows.map((row) => ({
    id: idOf(core, row),
    name: names.get(row.provider) ?? row.provider,
    email: row.email,
    since: wireTime(row.createdAtMs, core.settings),
    used: wireTime(row.usedAtMs, core.settings),
  }));
  return { data: { list } };
}

/** Requires the password: a user without one keeps this method (OIDC-6). */
export async function removeOpenId(
  context: SignedIn,
  { id, password }: v.InferOutput<typeof calls.removeOpenId.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const refusal = await demandOldPassword(context, me, password);
  if (refusal) return refusal;
  const done = await command(core, async (tx) => {
    const row = (await tx.openIds.ofUser(me.id)).find((one) => isOwn(one) && idOf(core, one) === id);
    if (!row || !(await tx.openIds.remove(me.id, row.issuer, row.subject))) return false;
    const facts = { provider: row.provider };
    await noteAudit(core.passwords, tx, { by: `user ${me.id}`, what: 'login unlinked', facts });
    return true;
  });
  return done ? {} : new Refusal('openIdGone');
}
