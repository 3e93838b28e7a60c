import { USUAL_PRIVACY } from '../../src/domain/privacy.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../src/domain/ids.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import type {
  FileRow,
  FriendRow,
  GroupLineRow,
  GroupRow,
  InviteRow,
  LedgerRow,
  MemberRow,
  MessageRow,
  NewMessage,
  TokenRow,
  UserRow,
  WriteTx,
} from '../../src/ports/store.ts';

/** Rows as the store has them. A test sets only the fields that it checks. */
export const START_MS = 1_700_000_000_000;

let made = 0;
/** Returns a text that is unique within a test file. */
export const fresh = (kind: string): string => `${kind}${(made += 1)}`;

export const user = (row: Partial<UserRow> = {}): Omit<UserRow, 'id'> => ({
  account: fresh('account'),
  realname: 'Somebody',
  passwordHash: 'secret',
  avatar: '/a.png',
  email: '',
  motto: '',
  sex: 0,
  role: 0,
  isAuth: false,
  active: true,
  createdAtMs: START_MS,
  lastLoginAtMs: 0,
  lastLoginIp: '',
  privacy: USUAL_PRIVACY,
  ...row,
});

export const invite = (code: string, expiresAtMs: number): Omit<InviteRow, 'used'> => ({
  code,
  expiresAtMs,
  max: 1,
  role: 0,
  group: null,
  name: '',
  email: '',
});

export const token = (row: Partial<TokenRow> & Pick<TokenRow, 'user'>): TokenRow => ({
  hash: fresh('hash'),
  terminal: 'web',
  isMobile: false,
  cid: '',
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 1_000,
  device: '',
  lastUse: { place: '', minute: 0 },
  elsewhere: { provider: '', session: '' },
  provedAtMs: 0,
  ...row,
});

export const friend = (
  creator: UserId,
  other: UserId,
  row: Partial<FriendRow> = {},
): Omit<FriendRow, 'id'> => ({
  creator,
  friend: other,
  nickname: '',
  remark: 'hello',
  isInvite: true,
  status: 2,
  createdAtMs: START_MS,
  updatedAtMs: START_MS,
  ...row,
});

export const group = (row: Partial<GroupRow> = {}): Omit<GroupRow, 'id' | 'members'> => ({
  name: 'Team',
  avatar: '/g.png',
  owner: userId(1),
  notice: '',
  setting: DEFAULT_GROUP_SETTING,
  createdAtMs: START_MS,
  ...row,
});

export const file = (row: Partial<FileRow> = {}): Omit<FileRow, 'id'> => ({
  user: userId(1),
  name: 'x.png',
  ext: 'png',
  mime: 'image/png',
  cate: 2,
  sizeBytes: 10,
  digest: fresh('digest'),
  key: fresh('key'),
  purpose: 'message',
  details: null,
  createdAtMs: START_MS,
  ...row,
});

export const member = (stream: StreamId, who: UserId, row: Partial<MemberRow> = {}): MemberRow => ({
  stream,
  user: who,
  role: 3,
  isTop: false,
  isNotice: true,
  fromSeq: 0,
  untilSeq: null,
  fromN: 0,
  mark: 0,
  told: 0,
  own: 0,
  mentionMark: 0,
  hiddenTo: 0,
  archivedTo: null,
  atOnly: false,
  quietUntilMs: null,
  isMarked: false,
  markedFrom: null,
  mutedUntilSec: 0,
  inviter: null,
  joinedAtMs: START_MS,
  ...row,
});

export const message = (row: Partial<NewMessage> = {}): NewMessage => ({
  id: messageId(fresh('message')),
  stream: streamId('1-2'),
  n: 1,
  from: userId(1),
  type: 'text',
  content: 'hello',
  at: [],
  pid: null,
  extra: null,
  note: null,
  sentAtMs: START_MS,
  recalled: false,
  ...row,
});

export const ledger = (row: Partial<LedgerRow> = {}): LedgerRow => ({
  id: messageId(fresh('send')),
  sender: userId(1),
  hash: 'abc',
  msgId: msgId(1),
  stream: streamId('1-2'),
  seq: 1,
  createdAtMs: START_MS,
  ...row,
});

/** Lists one message with its event, as a sending command does. */
export async function post(
  tx: WriteTx,
  stream: StreamId,
  row: Partial<MessageRow> = {},
): Promise<{ msgId: MsgId; seq: number; n: number }> {
  const { seq, n, atMs } = await tx.streams.advance(stream, true);
  const text = message({ sentAtMs: atMs, ...row, stream, n });
  const id = await tx.messages.insert(text);
  await tx.streams.append({
    stream,
    seq,
    atMs,
    facts: { kind: 'message', msgId: id, id: text.id, n, from: text.from },
  });
  return { msgId: id, seq, n };
}

/** An event that lists nothing. */
export async function happen(tx: WriteTx, stream: StreamId, name = 'x'): Promise<number> {
  const { seq, atMs } = await tx.streams.advance(stream, false);
  await tx.streams.append({ stream, seq, atMs, facts: { kind: 'rename', by: userId(1), name } });
  return seq;
}

/** A report of one user about a message of another. */
/** A line of the stream that the store suite uses most. */
export const groupLine = (seq: number, afterN = 1): GroupLineRow => ({
  stream: streamId('1-2'),
  afterN,
  seq,
  atMs: START_MS,
  facts: { kind: 'rename', by: userId(1), name: `name ${seq}` },
});

export const reportOf = (reporter: UserId, about = 'm'): Parameters<WriteTx['reports']['insert']>[0] => ({
  reporter,
  kind: 'message',
  about,
  accused: userId(2),
  stream: streamId('1-2'),
  reason: 'spam',
  words: 'look',
  atMs: 1,
  copy: {
    kind: 'message',
    id: about,
    from: null,
    place: '',
    n: 1,
    sentAtMs: 1,
    rev: 0,
    type: 'text',
    content: 'as it was',
    extra: null,
  },
  fileId: null,
});
