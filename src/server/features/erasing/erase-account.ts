import { ERASED_NAME as NAME } from '../../../domain/erased-name.ts';
import {
  type MsgId,
  type StreamId,
  type UserId,
  groupOfStream,
  msgId,
  userStream,
} from '../../../domain/ids.ts';
import type { EventNote } from '../../../domain/message.ts';
import { USUAL_PRIVACY } from '../../../domain/privacy.ts';
import type { Files } from '../../../ports/files.ts';
import type { ErasureRow, NamingRow, WriteTx } from '../../../ports/store.ts';
import { defaultFace } from '../../files/faces.ts';
import { noteAudit } from '../../kernel/audit.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { erasingLimits as limits } from '../../kernel/limits.ts';
import { setActive } from '../auth/own-account.ts';
import { dropUser } from '../group-calls/devices.ts';
import { dismissOne, endGroup } from '../groups/dissolve.ts';
import { handOver } from '../groups/hand-over.ts';
import { erase } from '../messages/take-back.ts';
import { USER_ROLE, GROUP_ROLE } from '../../../domain/contact.ts';

/** The user's replacement name. */
interface NoName {
  readonly user: UserId;
  readonly realname: string;
  readonly avatar: string;
}

/** The row without the name of that person; null where it does not name them. */
export function unnamed(row: NamingRow, to: NoName): NamingRow | null {
  const [extra, note] = [row.extra && replaceNames(row.extra, to), row.note && ofNote(row.note, to)];
  const isSame = JSON.stringify([extra, note]) === JSON.stringify([row.extra, row.note]);
  return isSame ? null : { ...row, extra: extra as NamingRow['extra'], note };
}

function ofNote(note: EventNote, { user, realname }: NoName): EventNote {
  const renamed = 'by' in note && note.by === user ? { ...note, name: realname } : note;
  return 'names' in renamed
    ? { ...renamed, names: renamed.names.map((name, at) => (renamed.users[at] === user ? realname : name)) }
    : renamed;
}

const NAMES = ['displayName', 'realname', 'name'] as const;

/** Replaces names beside the user's id in cards, quotes and other values, at any depth. */
function replaceNames(value: unknown, to: NoName): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceNames(one, to));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, replaceNames(one, to)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (copy['id'] !== to.user && copy['user_id'] !== to.user) return copy;
  for (const name of NAMES) if (typeof copy[name] === 'string') copy[name] = to.realname;
  if (typeof copy['avatar'] === 'string') copy['avatar'] = to.avatar;
  return copy;
}

/** Dependencies for erasing an account, on a node or beside one. */
export type Eraser = Pick<Core, 'store' | 'passwords' | 'ids'> & {
  readonly transact: <T>(work: (tx: WriteTx, record: EventRecorder) => Promise<T>) => Promise<T>;
  readonly files: () => Promise<Pick<Files, 'remove'> | null>;
};

/** An invalid account name, so that it cannot be taken. */
const accountOf = (user: UserId): string => `deleted ${user}`;

/** The account can no longer log in from here on; a row records that the rest is due (DATA-5). */
export async function beginErasing(
  tx: WriteTx,
  record: EventRecorder,
  erasure: Omit<ErasureRow, 'keys'>,
): Promise<void> {
  const { user } = erasure;
  await tx.erasing.begin(erasure);
  await tx.erasing.dropPushes(user);
  await tx.erasing.noteLogins(user, tx.nowMs);
  await setActive(tx, record, user, false);
  // Bots end with their owner (BOT-3).
  for (const { user: bot } of await tx.bots.ofOwner(user))
    if ((await tx.users.byId(bot))?.active) await beginErasing(tx, record, { ...erasure, user: bot });
}

/**
 * Completes an erasure that was started. The account leaves its groups, conversation by conversation; then
 * one command deletes its own rows, frees its name, and writes the audit entry; the bytes go last. After an
 * interruption the same call completes it, on any node.
 */
export async function finishErasing(core: Eraser, user: UserId): Promise<void> {
  const { store } = core;
  const erasure = await store.read((tx) => tx.erasing.get(user));
  if (!erasure) return;
  const keys = erasure.keys ?? (await eraseRows(core, erasure));
  if (keys === null) return;
  if (keys.length > 0) {
    const files = await core.files();
    // A process without file storage leaves them to one that has it.
    if (!files) return;
    // After an interruption, the same bytes may belong to another user by now.
    for (const key of keys)
      if ((await store.read((tx) => tx.files.byKey(key))) === null) await files.remove(key);
  }
  await core.transact((tx) => tx.erasing.end(user));
}

/** Returns the keys of bytes that are no longer used; null: another process has taken the last step. */
async function eraseRows(core: Eraser, erasure: ErasureRow): Promise<readonly string[] | null> {
  const { user, words } = erasure;
  const own = userStream(user);
  for (const stream of await core.store.read((tx) => tx.erasing.placesOf(user))) {
    if (groupOfStream(stream) !== null)
      await core.transact((tx, record) => leaveGroup(tx, record, stream, user));
    if (words === 'go') await unsay(core, stream, user);
  }
  // Own notes had no other reader.
  await unsay(core, own, user);
  const to = { user, realname: NAME, avatar: defaultFace(NAME, user) };
  await unname(core, to);
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  return core.transact((tx, record) => lastStep(core, tx, record, { to, passwordHash, erasure }));
}

/** Deletes each of their messages as their author would, in short commands (RECALL-3). */
async function unsay({ store, transact }: Eraser, stream: StreamId, user: UserId): Promise<void> {
  for (;;) {
    const ids = await store.read((tx) => tx.erasing.messagesIn(stream, user, 0, limits.step));
    if (ids.length === 0) return;
    await transact(async (tx, record) => {
      for (const id of ids) {
        const row = await tx.messages.byMsgId(id);
        if (row) await erase(tx, record, row);
      }
    });
  }
}

/** Event lines, quotes and cards contain names of their time: those of this user are replaced. */
async function unname({ store, transact }: Eraser, to: NoName): Promise<void> {
  let after: MsgId | null = msgId(0);
  while (after !== null) after = await unnameFrom(store, transact, after, to);
}

async function unnameFrom(
  store: Eraser['store'],
  transact: Eraser['transact'],
  after: MsgId,
  to: NoName,
): Promise<MsgId | null> {
  const { rows, next } = await store.read((tx) => tx.erasing.naming(after, limits.page));
  const changed = rows.flatMap((row) => unnamed(row, to) ?? []);
  if (changed.length > 0)
    await transact(async (tx, record) => {
      for (const row of changed) await tx.erasing.setNames(row);
      // Devices hold the former names (DATA-9).
      for (const stream of new Set(changed.map((row) => row.stream)))
        await record.event(stream, { kind: 'anew' });
    });
  return next;
}

interface LastStep {
  readonly to: NoName;
  readonly passwordHash: string;
  readonly erasure: ErasureRow;
}

/** Only one of several concurrent processes executes it. */
async function lastStep(
  { passwords }: Eraser,
  tx: WriteTx,
  record: EventRecorder,
  { to: { user, realname, avatar }, passwordHash, erasure: { words, by } }: LastStep,
): Promise<readonly string[] | null> {
  if (!(await tx.erasing.hold(user))) return null;
  await untie(tx, record, user);
  const was = await tx.users.byId(user);
  await tx.erasing.dropOwn(user, was?.account ?? '');
  const dropped = await tx.erasing.dropFiles(user);
  await tx.users.update(user, {
    account: accountOf(user),
    realname,
    avatar,
    passwordHash,
    email: '',
    motto: '',
    sex: 2,
    role: USER_ROLE.user,
    isAuth: false,
    active: false,
    lastLoginAtMs: 0,
    lastLoginIp: '',
    privacy: USUAL_PRIVACY,
  });
  await tx.profiles.noteChange(user);
  await record.event(userStream(user), { kind: 'profile', shown: true });
  // Devices that were away still hold messages with their author's name (DATA-9).
  for (const stream of await tx.erasing.placesOf(user)) await record.event(stream, { kind: 'anew' });
  const keys: string[] = [];
  for (const { key } of dropped) if ((await tx.files.byKey(key)) === null) keys.push(key);
  const unusedKeys = [...new Set(keys)];
  await tx.erasing.keepKeys(user, unusedKeys);
  const facts = { words, files: dropped.length };
  await noteAudit(passwords, tx, { by, what: 'account erased', about: `user ${user}`, facts });
  return unusedKeys;
}

/**
 * Removes other users' data about an erased account: names they gave it, and requests in either direction.
 * Friendships themselves stay with the chat (DATA-9).
 */
async function untie(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  for (const { id, creator, friend } of await tx.erasing.waitingOf(user)) {
    await tx.friends.end(id);
    if (creator !== user) continue;
    const { count } = await tx.friends.pending(friend);
    const facts = { friendId: id, status: 0, pending: count, withdrawnBy: user } as const;
    await record.event(userStream(friend), { kind: 'applicationDone', ...facts });
  }
  for (const other of await tx.erasing.remarkedBy(user))
    await record.event(userStream(other), { kind: 'remark', user, name: '' });
}

/**
 * Removes an account from a group. A group it owned goes to the longest-standing manager, otherwise to the
 * longest-standing member; an empty one ends (DATA-1).
 */
export async function leaveGroup(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  user: UserId,
): Promise<void> {
  const member = await tx.members.get(stream, user);
  const id = groupOfStream(stream);
  const group = id === null ? null : await tx.groups.byId(id);
  if (!member) return;
  if (!group) return dismissOne(tx, record, stream, user);
  if (member.role === GROUP_ROLE.owner) {
    const guests = new Set((await tx.guests.activeOf(stream)).map((one) => one.user));
    const first = await tx.members.of(stream, { page: 1, limit: guests.size + 2 });
    const heir = first.find((one) => one.user !== user && !guests.has(one.user));
    if (heir) await handOver(tx, record, { kind: 'group', stream, group, member }, heir.user);
  }
  await dropUser(tx, record, stream, user);
  const left = (await tx.members.count(stream)) - 1;
  const facts =
    left === 0
      ? ({ kind: 'dissolved', by: user } as const)
      : ({ kind: 'removed', by: user, user, members: left } as const);
  const { seq } = await record.event(stream, facts);
  await tx.members.update(stream, user, { untilSeq: seq });
  const why = left === 0 ? 'dissolved' : 'left';
  await record.event(userStream(user), { kind: 'left', of: stream, until: seq, why, by: user });
  if (left > 0) return;
  await endGroup(tx, group.id, user);
}
