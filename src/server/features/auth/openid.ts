import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import type { OpenIdProblem, OpenIdTrip } from '../../../ports/openid.ts';
import type { OpenIdRow } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/sign-in.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { openIdLimits as limits, openIdLimits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { factsOfToken, signed } from '../../kernel/signed.ts';
import type { Reason } from '../../kernel/texts.ts';
import type { Context, SignedIn } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { cookieOf, deviceOf } from './device.ts';
import { LDAP } from './new-password.ts';
import { meetPerson } from './openid-person.ts';
import { ticketFor } from './openid-ticket.ts';
import { checkOldPassword, ownRow } from './own-account.ts';
import { numberOf } from './passkeys.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

const WHY: Readonly<Record<OpenIdProblem, Reason>> = {
  denied: 'openIdDenied',
  wrong: 'openIdWrong',
  away: 'openIdAway',
};

/**
 * Pending logins are not stored, so starting many fills nothing: the signed state contains its expiry; the
 * values that verify the answer are derived from it and from the browser's number. A returned one is stored
 * until its expiry, and cannot return again (OIDC-3).
 */
function tripOf(core: Core, provider: string, device: string, state: string): OpenIdTrip {
  const { passwords, secret } = core;
  return {
    provider,
    redirect: `${core.settings.publicUrl ?? ''}/openid/${provider}`,
    state,
    nonce: passwords.mac(secret, `openid nonce ${device} ${state}`),
    verifier: passwords.mac(secret, `openid verifier ${device} ${state}`),
  };
}

/** One browser and one provider, as a number that a state can carry. */
const asker = (core: Core, provider: string, device: string): number =>
  numberOf(core.passwords.digest(`${provider} ${device}`));

const isKnown = ({ openIds }: Core, provider: string): boolean =>
  openIds?.providers.some(({ id }) => id === provider) === true;

export async function beginOpenId(
  context: Context,
  { provider }: Body<typeof calls.beginOpenId>,
): Promise<EndpointAnswer | Refusal> {
  const { core } = context;
  if (!core.openIds || !isKnown(core, provider)) return new Refusal('openIdUnknown');
  const device = deviceOf(context);
  const id = device.id ?? core.ids.hex(16);
  const state = signed(core, 'openid', [
    Math.floor((core.clock.nowMs() + limits.lifeMs) / 1_000),
    asker(core, provider, id),
    numberOf(core.ids.hex(6)),
  ]);
  const url = await core.openIds.begin(tripOf(core, provider, id, state));
  if (url === null) return new Refusal('openIdAway');
  return { data: { url }, headers: { 'set-cookie': cookieOf(context, id, device.marks) } };
}

/**
 * Converts a returned user to a ticket for `login`, which may still require the password once, a second-step
 * code, or a name (OIDC-4). The state is consumed before the provider is asked: of two requests, one asks.
 */
export async function finishOpenId(
  context: Context,
  { provider, answer }: Body<typeof calls.finishOpenId>,
): Promise<EndpointAnswer | Refusal> {
  const { core } = context;
  if (!core.openIds || !isKnown(core, provider)) return new Refusal('openIdUnknown');
  const { id } = deviceOf(context);
  const state = new URLSearchParams(answer).get('state') ?? '';
  const [untilSec = 0, who] = factsOfToken(core, 'openid', state) ?? [];
  const untilMs = untilSec * 1_000;
  if (id === null || who !== asker(core, provider, id) || untilMs <= core.clock.nowMs())
    return new Refusal('openIdLate');
  const isFirst = await command(core, (tx) => tx.passkeys.spend(`openid ${state}`, untilMs));
  if (!isFirst) return new Refusal('openIdLate');
  const person = await core.openIds.finish(tripOf(core, provider, id, state), answer);
  if (typeof person === 'string') return new Refusal(WHY[person]);
  const match = await meetPerson(core, provider, person);
  if (match instanceof Refusal) return match;
  const account = match.kind === 'new' ? person.email : match.user.account;
  const ticket = ticketFor(core, id, { ...person, provider });
  return { data: { kind: match.kind, account, name: person.name, ticket } };
}

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
  const refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  const isRemoved = await accountCommand(core, me.id, async (tx, _, note) => {
    const row = (await tx.openIds.ofUser(me.id)).find((one) => isOwn(one) && idOf(core, one) === id);
    if (!row || !(await tx.openIds.remove(me.id, row.issuer, row.subject))) return false;
    await note({ what: 'loginRemoved', device: deviceName(context.peer.userAgent) });
    const facts = { provider: row.provider };
    await noteAudit(core.passwords, tx, { by: `user ${me.id}`, what: 'login unlinked', facts });
    return true;
  });
  return isRemoved ? {} : new Refusal('openIdGone');
}

/** A provider that does not answer is known before the first login fails (OPS-22). */
export function startLookingAtProviders(core: Core): StopJob {
  const mayLook = core.openIds?.look !== undefined && core.openIds.providers.length > 0;
  // The console may name a provider later.
  if (!mayLook && !core.makeServices) return () => Promise.resolve();
  return startJob(core, {
    failed: 'the OpenID providers were not asked',
    waitMs: () => openIdLimits.lookEveryMs,
    atOnce: true,
    work: async () => core.openIds?.look?.(),
  });
}
