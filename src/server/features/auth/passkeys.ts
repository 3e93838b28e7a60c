import type * as v from 'valibot';
import { passkeyLimits } from '../../../domain/account-limits.ts';
import { deviceName } from '../../../domain/device-name.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { PasskeySite, Passkeys } from '../../../ports/passkeys.ts';
import type * as calls from '../../../wire/calls/sign-in.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { challengeLimits as limits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { factsOfToken, signed } from '../../kernel/signed.ts';
import type { Context, SignedIn } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { checkOldPassword, ownRow } from './own-account.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;
type Asking = Pick<Context, 'core' | 'peer' | 'origin'>;

/**
 * Purposes of challenges. Pending ones are not stored, so requesting many fills nothing; the signed challenge
 * contains its purpose, its expiry, and who may answer. A used one is stored until its expiry, and cannot be
 * used again (PASSKEY-3).
 */
const FOR = { adding: 1, login: 2 } as const;

/** A number of 48 bits, as tokens of this server carry them. */
export const numberOf = (hex: string): number => Number.parseInt(hex.slice(0, 12), 16);

const challenge = (core: Core, purpose: number, who: number): string =>
  signed(core, 'passkey', [
    purpose,
    who,
    Math.floor((core.clock.nowMs() + limits.lifeMs) / 1_000),
    numberOf(core.ids.hex(6)),
  ]);

/** Expiry in seconds; null: it has another purpose, or has expired. */
function openUntil(core: Core, token: string, purpose: number, who: number): number | null {
  const [what, whom, untilSec = 0] = factsOfToken(core, 'passkey', token) ?? [];
  return what === purpose && whom === who && untilSec * 1_000 > core.clock.nowMs() ? untilSec : null;
}

/** A login has no session yet: the answer must come from the address that asked. */
const askerOf = ({ core, peer }: Pick<Context, 'core' | 'peer'>): number =>
  numberOf(core.passwords.digest(addressKey(peer.address)));
const sessionOf = ({ core, session }: SignedIn): number => numberOf(core.passwords.digest(session.token));

interface Place {
  readonly passkeys: Passkeys;
  readonly site: PasskeySite;
}

const ADDRESS = /^(https?):\/\/([a-z0-9.-]*[a-z][a-z0-9.-]*)(?::\d+)?$/i;

/**
 * Browsers store passkeys by domain, and use them over TLS alone, except for `localhost`. The operator sets
 * the domain by `PUBLIC_URL`; a request's host never does (PASSKEY-5).
 */
export function passkeyPlace({ core, origin }: Pick<Context, 'core' | 'origin'>): Place | Refusal {
  const [, scheme, domain = ''] = ADDRESS.exec(origin) ?? [];
  const isPublic = Boolean(core.settings.publicUrl) && scheme === 'https';
  if (!core.passkeys || (domain !== 'localhost' && !(isPublic && domain !== '')))
    return new Refusal('passkeysOff');
  return { passkeys: core.passkeys, site: { domain, origin } };
}

export async function askPasskey(context: Context): Promise<EndpointAnswer | Refusal> {
  const place = passkeyPlace(context);
  if (place instanceof Refusal) return place;
  const { core } = context;
  return { data: await place.passkeys.toUse(place.site, challenge(core, FOR.login, askerOf(context))) };
}

/** Requires the password: access to an unlocked device must not suffice to add a key (PASSKEY-1). */
export async function beginPasskey(
  context: SignedIn,
  { password }: Body<typeof calls.beginPasskey>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const place = passkeyPlace(context);
  if (place instanceof Refusal) return place;
  if (core.config().demonMode) return new Refusal('demoMode');
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  const own = await core.store.read((tx) => tx.passkeys.ofUser(me.id));
  if (own.length >= passkeyLimits.max) return full();
  const owner = {
    handle: core.passwords.mac(core.secret, `passkeys of ${me.id}`),
    account: me.account,
    name: me.realname,
    existingIds: own.map(({ id }) => id),
  };
  const issued = challenge(core, FOR.adding, sessionOf(context));
  return { data: await place.passkeys.toMake(place.site, core.config().sysInfo.name, owner, issued) };
}

const full = (): Refusal => new Refusal('passkeysFull', { facts: { max: passkeyLimits.max } });

/** Enough to distinguish the passkeys of one user in the audit. */
const aboutPasskey = (id: string): string => `passkey ${id.slice(0, 16)}`;

/** PASSKEY-1. */
export async function addPasskey(
  context: SignedIn,
  { passkey, name }: Body<typeof calls.addPasskey>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session, peer } = context;
  const place = passkeyPlace(context);
  if (place instanceof Refusal) return place;
  const credential = await place.passkeys.verifyMade(place.site, passkey);
  if (credential === null) return new Refusal('passkeyWrong');
  const untilSec = openUntil(core, credential.challenge, FOR.adding, sessionOf(context));
  if (untilSec === null) return new Refusal('passkeyLate');
  const refusal = await accountCommand(core, session.user, async (tx, _, note) => {
    if (!(await tx.passkeys.spend(credential.challenge, untilSec * 1_000))) return new Refusal('passkeyLate');
    if ((await tx.passkeys.ofUser(session.user)).length >= passkeyLimits.max) return full();
    const device = deviceName(peer.userAgent);
    const row = {
      ...credential.facts,
      user: session.user,
      name: name || device,
      createdAtMs: tx.nowMs,
      usedAtMs: 0,
    };
    if (!(await tx.passkeys.add(row))) return new Refusal('passkeyTaken');
    await note({ what: 'passkeyAdded', device });
    await noteOwn(core.passwords, tx, row.user, { what: 'passkey added', about: aboutPasskey(row.id) });
    return null;
  });
  return refusal ?? {};
}

/**
 * Returns true for that user's valid passkey answer, once: a separate command consumes it, so that of two
 * concurrent ones, on any nodes, one succeeds (PASSKEY-3, PASSKEY-4).
 */
export async function takePasskey(
  context: Asking,
  answer: string,
  user: UserId | null,
): Promise<Refusal | null> {
  const { core } = context;
  const place = passkeyPlace(context);
  if (place instanceof Refusal) return place;
  const row = await core.store.read((tx) => tx.passkeys.byId(place.passkeys.idIn(answer) ?? ''));
  if (row === null || row.user !== user) return new Refusal('passkeyWrong');
  const assertion = await place.passkeys.verifyUsed(place.site, answer, row);
  if (assertion === null) return new Refusal('passkeyWrong');
  const untilSec = openUntil(core, assertion.challenge, FOR.login, askerOf(context));
  if (untilSec === null) return new Refusal('passkeyLate');
  return command(core, async (tx) => {
    if (!(await tx.passkeys.spend(assertion.challenge, untilSec * 1_000))) return new Refusal('passkeyLate');
    return (await tx.passkeys.use(row.id, assertion.counter)) ? null : new Refusal('passkeyWrong');
  });
}

export async function getPasskeys(context: SignedIn): Promise<EndpointAnswer> {
  const { core, session } = context;
  const rows = await core.store.read((tx) => tx.passkeys.ofUser(session.user));
  const list = rows.map(({ id, name, createdAtMs, usedAtMs }) => ({
    id,
    name,
    since: wireTime(createdAtMs, core.settings),
    used: usedAtMs === 0 ? 0 : wireTime(usedAtMs, core.settings),
  }));
  return { data: { on: passkeyPlace(context) instanceof Refusal ? 0 : 1, list } };
}

export async function renamePasskey(
  { core, session }: SignedIn,
  { id, name }: Body<typeof calls.renamePasskey>,
): Promise<EndpointAnswer | Refusal> {
  const isRenamed = await command(core, (tx) => tx.passkeys.rename(session.user, id, name));
  return isRenamed ? {} : new Refusal('passkeyUnknown');
}

export async function removePasskey(
  { core, session, peer }: SignedIn,
  { id }: Body<typeof calls.removePasskey>,
): Promise<EndpointAnswer | Refusal> {
  const isRemoved = await accountCommand(core, session.user, async (tx, _, note) => {
    if (!(await tx.passkeys.remove(session.user, id))) return false;
    await note({ what: 'passkeyRemoved', device: deviceName(peer.userAgent) });
    await noteOwn(core.passwords, tx, session.user, { what: 'passkey removed', about: aboutPasskey(id) });
    return true;
  });
  return isRemoved ? {} : new Refusal('passkeyUnknown');
}
