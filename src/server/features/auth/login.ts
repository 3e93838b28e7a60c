import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { type ClientId, type UserId, clientId, userStream } from '../../../domain/ids.ts';
import { duration, tokenLimits } from '../../../domain/limits.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type { login as call } from '../../../wire/calls/login.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer, LoginSession } from '../../kernel/request.ts';
import { GUEST_LOGIN } from '../../kernel/session.ts';
import type { Context } from '../context.ts';
import { guestByLink } from './guest-login.ts';
import { personQr } from '../groups/codes.ts';
import { wasSignedOut } from '../push/want.ts';
import { formerOwner } from './address-undo.ts';
import { checkCode } from './codes.ts';
import { type KnownDevice, deviceCookie, deviceIdFor, deviceOf } from './device.ts';
import { passwordLink } from './invite.ts';
import { whoByPassword } from './ldap-login.ts';
import { findNamed } from './named.ts';
import { checkOldAddress } from './new-address.ts';
import { checkOpen } from './open.ts';
import { whoByOpenId } from './openid-login.ts';
import { readTicket } from './openid-ticket.ts';
import { endTokens } from './own-account.ts';
import { takePasskey } from './passkeys.ts';
import { LDAP } from './new-password.ts';
import { checkSecondStep } from './second-step.ts';
import { limitTries, takeLoginRate } from './tries.ts';
import { loginUser } from '../../frames/user-data.ts';

const AGENT = /\b(?:mobile|mobi|android|iphone|ipad|ipod|uni-app)\b/i;
const TERMINAL = /^(?:app|mobile|h5|android|ios|wap)/i;

/** Returns true for a mobile client (ACC-8): by its own field, otherwise by its user agent. */
const isMobile = (terminal: string, userAgent: string): boolean =>
  TERMINAL.test(terminal) || AGENT.test(userAgent);

type Body = v.InferOutput<typeof call.body>;

/** ACC-2. `client_id` binds that socket at once, so a login needs no second call. */
export async function login(context: Context, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core, peer } = context;
  const device = deviceOf(context);
  const isAlone = body.passkey !== '' && body.account === '';
  const isGuest = body.guest !== '';
  const find = body.openId !== '' ? whoByOpenId : isAlone ? whoByPasskey : whoWith;
  const user = await (isGuest ? guestByLink(context, body) : find(context, body, device));
  if (user instanceof Refusal) return user;
  const { provider = '', session = '' } = readTicket(core, device.id, body.openId) ?? {};
  const bare = core.ids.hex(32);
  const hash = core.passwords.digest(bare);
  const mobile = isMobile(body.terminal, peer.userAgent);
  const outcome = await command(core, async (tx, record) => {
    const row = await tx.users.byId(user.id);
    if (!row?.active) return new Refusal('accountDisabled');
    const guest = isGuest ? await tx.guests.get(user.id) : null;
    const endsOthers = mobile && !core.config().sysInfo.multipleLogin;
    const ended = endsOthers ? await endMobile(tx, record, user.id) : [];
    await tx.tokens.insert({
      hash,
      user: user.id,
      terminal: body.terminal,
      isMobile: mobile,
      cid: body.cid ?? '',
      createdAtMs: tx.nowMs,
      expiresAtMs: Math.min(tx.nowMs + tokenLimits.lifeMs, guest?.untilMs ?? Infinity),
      device: deviceName(peer.userAgent),
      lastUse: { place: addressKey(peer.address), minute: Math.floor(tx.nowMs / duration.MINUTE) },
      elsewhere: isGuest ? { provider: GUEST_LOGIN, session: '' } : { provider, session },
      provedAtMs: PROVES.has(wayOf(body)) ? tx.nowMs : 0,
    });
    // The device is this login's from now on, and no other's (PUSH-2).
    if (body.cid) await tx.push.bind(body.cid, hash);
    await tx.users.update(user.id, { lastLoginAtMs: tx.nowMs, lastLoginIp: peer.address });
    await noteAudit(core.passwords, tx, {
      by: `user ${user.id}`,
      what: 'login',
      facts: { address: addressKey(peer.address), way: wayOf(body), ended: ended.length },
    });
    return { row, ended };
  });
  if (outcome instanceof Refusal) return outcome;
  const { row, ended } = outcome;
  const client = body.client_id ? clientId(body.client_id) : null;
  if (ended.length > 0) core.hub.endTokens(user.id, ended, { client, isMobile: mobile });
  if (client) await bindOwn(core, client, { user: user.id, token: hash, isMobile: mobile });
  return {
    data: {
      sessionId: core.ids.hex(16),
      authToken: `bearer ${bare}`,
      // Ends this login and gives no access (SESS-6).
      logoutKey: hash,
      userInfo: { ...loginUser(row), ...personQr(core, context.origin, row.id) },
    },
    headers: { 'set-cookie': deviceCookie(context, device, user.id) },
  };
}

/** Methods that prove the user, as the console requires (CONSOLE-9). */
const PROVES: ReadonlySet<string> = new Set(['password', 'passkey']);

const wayOf = ({ passkey, account, code, openId, guest }: Body): string => {
  if (guest !== '') return 'guest';
  if (openId !== '') return 'elsewhere';
  if (passkey !== '' && account === '') return 'passkey';
  return code === '' ? 'password' : 'code';
};

/**
 * By password, or by a code sent to the account (ACC-10). The answer never reveals which part is wrong
 * (ACC-14).
 */
async function whoWith(context: Context, body: Body, device: KnownDevice): Promise<UserRow | Refusal> {
  const { core } = context;
  const { password, code } = body;
  if (body.account === '') return new Refusal('needAccount');
  if (password === '' && code === '') return new Refusal('needPassword');
  const { user, account } = await core.store.read((tx) => findNamed(tx, body.account));
  const deviceProof = user && deviceIdFor(core, device, user.id);
  const refusal =
    takeLoginRate(context, deviceProof) ??
    (user === null && code === '' ? await checkPresentName(context, body) : null);
  if (refusal) return refusal;
  return limitTries(context, account, async () => {
    if (code !== '') {
      const refusal =
        (await checkCode(context, account, 'login', code)) ??
        // Only the owner of the mailbox gets this far.
        (user && (await checkOldAddress(core, user.id)));
      if (refusal) return refusal;
      if (user?.active && !user.isAuth && !checkOpen(core, user.role)) {
        await claimAccount(core, user);
        return user;
      }
    } else {
      const { ownPassword } = body;
      const outcome = await whoByPassword(context, {
        account,
        user,
        password,
        deviceProof: deviceProof,
        ownPassword,
        typedAccount: body.account,
      });
      if (outcome instanceof Refusal) return outcome;
      const who = await admitted(context, body, outcome.user, deviceProof);
      return who instanceof Refusal ? who : ((await outcome.link?.()) ?? who);
    }
    return user ? admitted(context, body, user, deviceProof) : new Refusal('loginWrong');
  });
}

/**
 * Refuses the password with a username that its user has left: an intruder may have changed it, so the answer
 * has the way back (ACC-31). Null: nobody has left it. The directory decides such names (LDAP-2).
 */
async function checkPresentName(context: Context, body: Body): Promise<Refusal | null> {
  const { core, tries, origin } = context;
  const { account: typedAccount, password } = body;
  const former = core.ldap
    ? null
    : await core.store.read((tx) => formerOwner(core, tx, typedAccount, core.clock.nowMs()));
  if (former === null) return null;
  const { user, code } = former;
  return limitTries(context, user.account, async () => {
    const right = await tries.right(context, { account: user.account, user, password, deviceProof: null });
    if (right instanceof Refusal) return right;
    if (!right) return new Refusal('loginWrong');
    return new Refusal('accountMoved', { facts: { link: passwordLink(origin, typedAccount, code) } });
  });
}

async function admitted(
  context: Context,
  body: Body,
  user: UserRow,
  deviceProof: string | null,
): Promise<UserRow | Refusal> {
  if (!user.active) return new Refusal('accountDisabled');
  const refusal =
    checkOpen(context.core, user.role) ??
    (await checkSecondStep(context, { account: user.account, user, deviceProof }, body));
  return refusal ?? user;
}

/** By a passkey alone: its device has verified the user, as the second step would (PASSKEY-2). */
async function whoByPasskey(
  context: Context,
  { passkey }: Body,
  device: KnownDevice,
): Promise<UserRow | Refusal> {
  const { core } = context;
  const owner = await core.store.read(async (tx) => {
    const row = await tx.passkeys.byId(core.passkeys?.idIn(passkey) ?? '');
    return row && tx.users.byId(row.user);
  });
  const refusal = takeLoginRate(context, owner && deviceIdFor(core, device, owner.id));
  if (refusal) return refusal;
  return limitTries(context, owner?.account ?? '', async () => {
    const refusal = await takePasskey(context, passkey, owner?.id ?? null);
    if (refusal) return refusal;
    if (!owner) return new Refusal('passkeyWrong');
    if (!owner.active) return new Refusal('accountDisabled');
    return checkOpen(core, owner.role) ?? owner;
  });
}

/** A socket of another user stays theirs, and the login succeeds without one (ACC-15). */
async function bindOwn(core: Core, client: ClientId, who: LoginSession): Promise<void> {
  await core.hub.bind(client, who);
}

/** If multiple login is off, a new mobile login ends the other mobile tokens, and only those (ACC-8). */
async function endMobile(tx: WriteTx, record: EventRecorder, user: UserId): Promise<readonly string[]> {
  const others = (await tx.tokens.ofUser(user, tx.nowMs)).filter((row) => row.isMobile);
  for (const { hash } of others) {
    await wasSignedOut(tx, hash);
    await tx.tokens.end(hash);
    await record.event(userStream(user), { kind: 'session', token: hash });
  }
  return others.map(({ hash }) => hash);
}

/**
 * Registration does not always prove an address (`regauth` 0). The first user who logs in by a code sent to
 * it is its owner: all login methods added earlier end with that (ACC-19).
 */
async function claimAccount(core: Core, { id, account }: UserRow): Promise<void> {
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  await command(core, async (tx, record) => {
    const user = await tx.users.byId(id);
    if (!user || user.isAuth || user.account !== account) return;
    const logins = await endTokens(tx, record, id);
    const passkeys = await tx.passkeys.removeAll(id);
    const secondStep = await tx.secondSteps.end(id);
    // The organisation's directory is not a method that a user added here.
    for (const one of await tx.openIds.ofUser(id))
      if (one.issuer !== LDAP) await tx.openIds.remove(id, one.issuer, one.subject);
    await tx.users.update(id, { isAuth: true, email: account, passwordHash });
    await noteAudit(core.passwords, tx, {
      by: `user ${id}`,
      what: 'account proved',
      facts: { logins, passkeys, secondStep },
    });
  });
}
