import { groupOfStream, msgId, userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { USUAL_PRIVACY } from '../../../domain/privacy.ts';
import type { Files } from '../../../ports/files.ts';
import { defaultFace } from '../../files/default-face.ts';
import { noteAudit } from '../../kernel/audit.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { erasingLimits as limits } from '../../kernel/limits.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { setActive } from '../auth/own-account.ts';
import { erase } from '../messages/take-back.ts';
import { leaveGroup } from './leave.ts';
import { unnamed } from './names.ts';
import type { NoName } from './names.ts';

/** Whether what was said to others stays, as said by nobody any more, or goes (DATA-3). */
export type SaidWords = 'stay' | 'go';

/** What it takes to erase an account, on a node or beside one. */
export type Eraser = Pick<Core, 'store' | 'passwords' | 'ids'> & {
  readonly run: <T>(work: (tx: WriteTx, record: EventRecorder) => Promise<T>) => Promise<T>;
  readonly files: (() => Promise<Pick<Files, 'remove'>>) | null;
};

/** In both languages: it is a name as any other for whoever shows it. */
const NAME = '已注销 Deleted account';

/** What no account can be called: nobody takes its place. */
const accountOf = (user: UserId): string => `deleted ${user}`;

/**
 * Erases an account for good. First nobody comes in by it any more; then it leaves its groups, conversation
 * by conversation; last, in one command, the rows go that are theirs alone, the name is nobody's, and the
 * audit tells of it. Broken off in between, the same again brings it to its end (DATA-1).
 */
export async function eraseAccount(
  core: Eraser,
  { user, words, by }: { readonly user: UserId; readonly words: SaidWords; readonly by: string },
): Promise<void> {
  const { store } = core;
  await core.run(async (tx, record) => {
    await tx.erasing.dropPushes(user);
    await setActive(tx, record, user, false);
  });
  const own = userStream(user);
  for (const stream of await store.read((tx) => tx.erasing.placesOf(user))) {
    if (groupOfStream(stream) !== null) await core.run((tx, record) => leaveGroup(tx, record, stream, user));
    if (words === 'go') await unsay(core, stream, user);
  }
  // What one kept for oneself was said to nobody.
  await unsay(core, own, user);
  const to = { user, realname: NAME, avatar: defaultFace(NAME, user) };
  await unname(core, to);
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const keys = await core.run((tx, record) => lastStep(core, tx, record, { to, passwordHash, words, by }));
  const files = keys.length === 0 ? null : await core.files?.();
  for (const key of keys) await files?.remove(key);
}

/** Each of their messages goes as one that its author deletes, in short commands (RECALL-3). */
async function unsay({ store, run }: Eraser, stream: StreamId, user: UserId): Promise<void> {
  for (;;) {
    const ids = await store.read((tx) => tx.erasing.saidIn(stream, user, 0, limits.step));
    if (ids.length === 0) return;
    await run(async (tx, record) => {
      for (const id of ids) {
        const row = await tx.messages.byMsgId(id);
        if (row) await erase(tx, record, row);
      }
    });
  }
}

/** Lines of events, quotes and cards hold names as they were at that moment: those of this person go. */
async function unname({ store, run }: Eraser, to: NoName): Promise<void> {
  let after: MsgId | null = msgId(0);
  while (after !== null) after = await unnameFrom(store, run, after, to);
}

async function unnameFrom(
  store: Eraser['store'],
  run: Eraser['run'],
  after: MsgId,
  to: NoName,
): Promise<MsgId | null> {
  const { rows, next } = await store.read((tx) => tx.erasing.naming(after, limits.page));
  const changed = rows.flatMap((row) => unnamed(row, to) ?? []);
  if (changed.length > 0)
    await run(async (tx) => {
      for (const row of changed) await tx.erasing.setNames(row);
    });
  return next;
}

interface LastStep {
  readonly to: NoName;
  readonly passwordHash: string;
  readonly words: SaidWords;
  readonly by: string;
}

/** Answers the names of bytes that nothing holds any more. */
async function lastStep(
  { passwords }: Eraser,
  tx: WriteTx,
  record: EventRecorder,
  { to: { user, realname, avatar }, passwordHash, words, by }: LastStep,
): Promise<readonly string[]> {
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
    role: 0,
    isAuth: false,
    active: false,
    lastLoginAtMs: 0,
    lastLoginIp: '',
    privacy: USUAL_PRIVACY,
  });
  await tx.profiles.noteChange(user);
  await record.event(userStream(user), { kind: 'profile', shown: true });
  const keys: string[] = [];
  for (const { key } of dropped) if ((await tx.files.byKey(key)) === null) keys.push(key);
  const facts = { words, files: dropped.length };
  await noteAudit(passwords, tx, { by, what: 'account erased', about: `user ${user}`, facts });
  return [...new Set(keys)];
}
