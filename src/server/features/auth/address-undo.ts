import { newAddressLimits } from '../../../domain/account-limits.ts';
import { type UserId, userId, userStream } from '../../../domain/ids.ts';
import { undoCode, userOfUndoCode } from '../../../domain/password-link.ts';
import type { Passwords } from '../../../ports/passwords.ts';
import type { CodeKey, ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { TextLanguage } from '../../kernel/texts.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { inviteLimits } from '../../kernel/limits.ts';
import { codeText } from './invite.ts';
import { endNewAddress, isNewAddress, userKey } from './new-address.ts';
import { LDAP, ldapRow } from './new-password.ts';

/** One for each user, so that a chain of changes leads back to the first address. */
const keyOf = (user: UserId): CodeKey => ({ account: userKey(user), purpose: 'undo', asker: '' });
/** The way back to a username without a verified address, which no mail can have (ACC-31). */
const formerKey = (user: UserId): CodeKey => ({ ...keyOf(user), asker: 'former' });
/** Reserves the old address: `hash` is its user. */
const reservationKey = (account: string): CodeKey => ({ account, purpose: 'undo', asker: '' });

interface Change {
  readonly user: UserId;
  readonly account: string;
  readonly hasSecondStep: boolean;
  /** The username had no verified address (ACC-31). */
  readonly isFormer?: boolean;
}

const textOf = ({ user, account, hasSecondStep, isFormer = false }: Change): string =>
  `undo ${user} ${account} ${hasSecondStep ? 2 : 1}${isFormer ? ' former' : ''}`;

const digestOf = (passwords: Passwords, change: Change, code: string): string =>
  passwords.digest(`address ${textOf(change)} ${code}`);

/** An account before a change. */
export interface AccountState {
  readonly user: UserRow;
  readonly hasSecondStep: boolean;
  readonly isNewAddress: boolean;
  /** Language of a device that takes pushes; absent: no device does. */
  readonly language: TextLanguage | undefined;
}

export async function accountState(tx: ReadTx, id: UserId, nowMs: number): Promise<AccountState | null> {
  const user = await tx.users.byId(id);
  if (!user) return null;
  const hasSecondStep = (await tx.secondSteps.get(id))?.isOn === true;
  const [device] = await tx.push.ofUsers([id], nowMs);
  return { user, hasSecondStep, isNewAddress: await isNewAddress(tx, id, nowMs), language: device?.language };
}

export interface Undo {
  readonly code: string;
  readonly expiresAtMs: number;
}

type Signing = Pick<Core, 'passwords' | 'secret'>;

/** The same for all mails about changes since `sinceMs`, so that a later mail ends no earlier link. */
const codeOf = ({ passwords, secret }: Signing, change: Change, sinceMs: number) =>
  undoCode(
    change.user,
    codeText(
      { hex: () => passwords.mac(secret, `${textOf(change)} ${sinceMs}`) },
      inviteLimits.passwordLength,
    ),
  );

/**
 * Makes the link back to the account as it was before a change, or extends the valid one (ACC-29). Null: the
 * valid one leads to an earlier address, the address was itself new, or no address was proved.
 */
export async function addUndo(
  core: Signing & Pick<Core, 'ldap'>,
  tx: WriteTx,
  { user: { id, account, isAuth }, hasSecondStep, isNewAddress: isNew }: AccountState,
): Promise<Undo | null> {
  if (!isAuth || !account.includes('@') || isNew) return null;
  // The directory decides such a password (LDAP-5).
  if (core.ldap && (await ldapRow(tx, { id }))) return null;
  const { passwords } = core;
  const stored = await tx.codes.get(keyOf(id));
  const valid = stored !== null && stored.expiresAtMs > tx.nowMs ? stored : null;
  const sentAtMs = valid?.sentAtMs ?? tx.nowMs;
  const linkTo = (isOn: boolean) => {
    const change = { user: id, account, hasSecondStep: isOn };
    const code = codeOf(core, change, sentAtMs);
    return { code, hash: digestOf(passwords, change, code) };
  };
  const [same, other] = [linkTo(hasSecondStep), linkTo(!hasSecondStep)];
  // The second step has changed since: that link, to the state before, is not extended.
  if (valid?.hash === other.hash) return { code: other.code, expiresAtMs: valid.expiresAtMs };
  if (valid !== null && valid.hash !== same.hash) return null;
  const times = { sentAtMs, expiresAtMs: tx.nowMs + newAddressLimits.undoMs, tries: 0 };
  await tx.codes.save({ ...keyOf(id), hash: same.hash, ...times });
  await tx.codes.save({ ...reservationKey(account), hash: String(id), ...times });
  return { code: same.code, expiresAtMs: times.expiresAtMs };
}

/**
 * Makes the way back to a username without a verified address (ACC-31). Only the password leads to it. The
 * first of several changes counts.
 */
export async function addFormer(
  core: Signing & Pick<Core, 'ldap'>,
  tx: WriteTx,
  { user: { id, account }, hasSecondStep }: AccountState,
): Promise<void> {
  if (core.ldap && (await ldapRow(tx, { id }))) return;
  const stored = await tx.codes.get(formerKey(id));
  if (stored !== null && stored.expiresAtMs > tx.nowMs) return;
  const change = { user: id, account, hasSecondStep, isFormer: true };
  const hash = digestOf(core.passwords, change, codeOf(core, change, tx.nowMs));
  const times = { sentAtMs: tx.nowMs, expiresAtMs: tx.nowMs + newAddressLimits.undoMs, tries: 0 };
  await tx.codes.save({ ...formerKey(id), hash, ...times });
  await tx.codes.save({ ...reservationKey(account), hash: String(id), ...times });
}

/** Returns the user who has left this username, and the code that returns it to them. */
export async function formerOwner(
  core: Signing,
  tx: ReadTx,
  account: string,
  nowMs: number,
): Promise<{ readonly user: UserRow; readonly code: string } | null> {
  const reservation = await tx.codes.get(reservationKey(account));
  const user = reservation && (await tx.users.byId(userId(Number(reservation.hash))));
  const row = user && (await tx.codes.get(formerKey(user.id)));
  if (!row || row.expiresAtMs <= nowMs || user.account === account) return null;
  for (const hasSecondStep of [true, false]) {
    const change = { user: user.id, account, hasSecondStep, isFormer: true };
    const code = codeOf(core, change, row.sentAtMs);
    if (digestOf(core.passwords, change, code) === row.hash) return { user, code };
  }
  return null;
}

/** Returns true if the address is reserved for another user, who has just left it. */
export async function isHeld(tx: ReadTx, account: string, by: UserId | null): Promise<boolean> {
  const reservation = await tx.codes.get(reservationKey(account));
  return reservation !== null && reservation.hash !== String(by);
}

/** The state that a link returns. */
export type Way = Required<Pick<Change, 'hasSecondStep' | 'isFormer'>>;

interface Link {
  readonly account: string;
  readonly inviteCode: string;
}

/** Returns the user whose old address the link gives back, and whether the second step is theirs. */
export async function ownerByUndo(
  { passwords }: Pick<Core, 'passwords'>,
  tx: ReadTx,
  { account, inviteCode }: Link,
  nowMs: number,
): Promise<({ readonly user: UserRow } & Way) | null> {
  const id = userOfUndoCode(inviteCode);
  const user = id === null ? null : await tx.users.byId(userId(id));
  if (!user?.active) return null;
  const holder = await tx.users.byAccount(account);
  if (holder && holder.id !== user.id) return null;
  for (const isFormer of [false, true]) {
    const row = await tx.codes.get(isFormer ? formerKey(user.id) : keyOf(user.id));
    if (row === null || row.expiresAtMs <= nowMs) continue;
    for (const hasSecondStep of [true, false])
      if (row.hash === digestOf(passwords, { user: user.id, account, hasSecondStep, isFormer }, inviteCode))
        return { user, hasSecondStep, isFormer };
  }
  return null;
}

/** Gives the old address back, and removes each way in that an intruder may have added (ACC-29). */
export async function undoAddress(
  tx: WriteTx,
  record: EventRecorder,
  { id }: UserRow,
  { account, hasSecondStep, isFormer }: Omit<Change, 'user'>,
): Promise<void> {
  await tx.codes.end(keyOf(id));
  // A way back to a verified address of an intruder must not end the owner's.
  if (isFormer) await tx.codes.end(formerKey(id));
  await tx.codes.end(reservationKey(account));
  await endNewAddress(tx, id);
  await tx.passkeys.removeAll(id);
  if (!hasSecondStep) await tx.secondSteps.end(id);
  for (const one of await tx.openIds.ofUser(id))
    if (one.issuer !== LDAP) await tx.openIds.remove(id, one.issuer, one.subject);
  await tx.users.update(
    id,
    isFormer ? { account, isAuth: false } : { account, isAuth: true, email: account },
  );
  await tx.profiles.noteChange(id);
  await record.event(userStream(id), { kind: 'profile', shown: true });
}
