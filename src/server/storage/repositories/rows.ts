import { privacyOf, USUAL_PRIVACY } from '../../../domain/privacy.ts';
import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import type { GlobalConfig } from '../../../domain/config.ts';
import { DEFAULT_GROUP_SETTING } from '../../../domain/group-fields.ts';
import type { GroupSetting } from '../../../domain/group-fields.ts';
import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { EventNote } from '../../../domain/message.ts';
import type {
  EventFacts,
  EventRow,
  FriendRow,
  GroupRow,
  LastRow,
  LedgerRow,
  MemberRow,
  MessageRow,
  StreamRow,
  TokenRow,
  UserRow,
} from '../../../ports/store.ts';
import { type StoredRow, fromFlag } from '../schema/stored-row.ts';

export const userRow = (row: StoredRow<'users'>): UserRow => ({
  id: row.id,
  account: row.account,
  realname: row.realname,
  passwordHash: row.password_hash,
  avatar: row.avatar,
  email: row.email,
  motto: row.motto,
  sex: row.sex,
  role: row.role,
  isAuth: fromFlag(row.is_auth),
  active: fromFlag(row.active),
  createdAtMs: row.created_at_ms,
  lastLoginAtMs: row.last_login_at_ms,
  lastLoginIp: row.last_login_ip,
  privacy: privacyIn(row.privacy),
});

export const privacyIn = (stored: string): UserRow['privacy'] =>
  stored === '' ? USUAL_PRIVACY : privacyOf(JSON.parse(stored));

export const tokenRow = (row: StoredRow<'tokens'>): TokenRow => ({
  hash: row.hash,
  user: row.user_id,
  terminal: row.terminal,
  isMobile: fromFlag(row.is_mobile),
  cid: row.cid,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  device: row.device,
  lastUse: { place: row.place, minute: row.used_minute },
  elsewhere: { provider: row.provider, session: row.session },
  provedAtMs: row.proved_at_ms,
});

export const friendRow = (row: StoredRow<'friends'>): FriendRow => ({
  id: row.id,
  creator: row.creator,
  friend: row.friend,
  nickname: row.nickname,
  remark: row.remark,
  isInvite: fromFlag(row.is_invite),
  status: row.status,
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
});

/** Settings that a stored row does not know yet have their defaults. */
export const groupRow = (row: StoredRow<'groups'>): GroupRow => ({
  id: row.id,
  name: row.name,
  avatar: row.avatar,
  owner: row.owner,
  notice: row.notice,
  setting: { ...DEFAULT_GROUP_SETTING, ...(JSON.parse(row.setting) as Partial<GroupSetting>) },
  createdAtMs: row.created_at_ms,
  members: row.members,
});

/** Includes the line up to which the conversation was cleared. */
export type StoredMember = StoredRow<'members'> & { readonly cleared: number };

/**
 * A member who had not read the cleared messages is at that line: their own row is not written for it
 * (COUNT-10).
 */
export const isBehind = (row: StoredMember): boolean => row.mark < row.cleared;

export const memberRow = (row: StoredMember): MemberRow => ({
  stream: row.stream,
  user: row.user_id,
  role: row.role,
  isTop: fromFlag(row.is_top),
  isNotice: fromFlag(row.is_notice),
  fromSeq: row.from_seq,
  untilSeq: row.until_seq,
  fromN: row.from_n,
  mark: Math.max(row.mark, row.cleared),
  told: Math.max(row.told, row.cleared),
  own: isBehind(row) ? 0 : row.own,
  mentionMark: Math.max(row.mention_mark, row.cleared),
  hiddenTo: row.hidden_to,
  archivedTo: row.archived_to,
  isMarked: fromFlag(row.is_marked),
  markedFrom: row.marked_from,
  atOnly: fromFlag(row.at_only),
  quietUntilMs: row.quiet_until,
  mutedUntilSec: row.muted_until_sec,
  inviter: row.inviter,
  joinedAtMs: row.joined_at_ms,
});

export const streamRow = (row: Omit<StoredRow<'streams'>, 'oldest_at_ms' | 'cleared'>): StreamRow => ({
  stream: row.stream,
  head: row.head,
  count: row.count,
  floor: row.floor,
  tx: row.tx,
  lastAtMs: row.last_at_ms,
});

/** Facts with names, or in the short form of `factsText`. */
function factsIn(text: string): EventFacts {
  const read = JSON.parse(text) as EventFacts | readonly [MsgId, MessageId, number, UserId];
  if (!isShort(read)) return read;
  const [msgId, id, n, from] = read;
  return { kind: 'message', msgId, id, n, from };
}
const isShort = <T extends readonly unknown[]>(read: T | EventFacts): read is T => Array.isArray(read);

export const eventRow = (row: StoredRow<'events'>): EventRow => ({
  stream: row.stream,
  seq: row.seq,
  tx: row.tx,
  atMs: row.at_ms,
  facts: factsIn(row.facts),
});

const NOBODY: readonly number[] = [];

export const mentionedIn = (stored: string): readonly number[] =>
  stored === '[]' ? NOBODY : (JSON.parse(stored) as number[]);

export const extraOf = (stored: string | null): MessageRow['extra'] =>
  stored === null ? null : (JSON.parse(stored) as Record<string, unknown>);

export const messageRow = (row: StoredRow<'messages'>): MessageRow => ({
  msgId: row.msg_id,
  id: row.id,
  stream: row.stream,
  n: row.n,
  from: row.from_user,
  type: row.type,
  content: row.content,
  at: mentionedIn(row.at),
  pid: row.pid,
  extra: extraOf(row.extra),
  note: row.note === null ? null : (JSON.parse(row.note) as EventNote),
  sentAtMs: row.sent_at_ms,
  recalled: fromFlag(row.recalled),
  rev: row.rev,
  root: row.root,
  only: row.only_user,
});

export const ledgerRow = (row: StoredRow<'sends'>): LedgerRow => ({
  id: row.id,
  sender: row.sender,
  hash: row.hash,
  msgId: row.msg_id,
  stream: row.stream,
  seq: row.seq,
  createdAtMs: row.created_at_ms,
});

export type Last = Omit<
  StoredRow<'messages'>,
  'msg_id' | 'stream' | 'at' | 'pid' | 'rev' | 'root' | 'only_user' | 'digest'
>;

export const lastRow = (stream: StreamId, row: Last): LastRow => ({
  id: row.id,
  stream,
  n: row.n,
  from: row.from_user,
  type: row.type,
  content: row.content,
  extra: extraOf(row.extra),
  note: row.note === null ? null : (JSON.parse(row.note) as EventNote),
  sentAtMs: row.sent_at_ms,
  recalled: fromFlag(row.recalled),
});

/** A stored configuration may be older than the code: missing fields have their defaults. */
export function configOf(text: string): GlobalConfig {
  const stored = JSON.parse(text) as Partial<GlobalConfig>;
  return {
    sysInfo: { ...DEFAULT_CONFIG.sysInfo, ...stored.sysInfo },
    chatInfo: { ...DEFAULT_CONFIG.chatInfo, ...stored.chatInfo },
    fileUpload: { ...DEFAULT_CONFIG.fileUpload, ...stored.fileUpload },
    compass: { ...DEFAULT_CONFIG.compass, ...stored.compass },
    demonMode: stored.demonMode ?? DEFAULT_CONFIG.demonMode,
  };
}

/** Lists from rows by a key; rows of one key keep their last. */
export const mapBy = <K, V>(rows: readonly V[], key: (row: V) => K): ReadonlyMap<K, V> =>
  rows.reduce((map, row) => map.set(key(row), row), new Map<K, V>());

/** Order of streams: by code unit, on every engine. */
export const byStream = (a: { readonly stream: StreamId }, b: { readonly stream: StreamId }): number =>
  a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : 0;
