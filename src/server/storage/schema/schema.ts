import type { ColumnType } from 'kysely';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Role } from '../../../domain/contact.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { PeopleTables, PushTables, ReportsTable } from './schema-people.ts';
import type {
  ChatTables,
  MomentTables,
  UnwordedTable,
  WordBacklogTable,
  WordBitsTable,
  WordBlocksTable,
  WordGroupsTable,
} from './schema-chats.ts';
import type { BotTables } from './tables-bots.ts';
import type { GroupCallTables } from './tables-group-calls.ts';
import type { PackTables } from './tables-packs.ts';

/** Tables as the query builder sees them; `rows.ts` turns what engines read differently into plain values. */
export interface Tables
  extends PeopleTables, ChatTables, BotTables, GroupCallTables, MomentTables, PackTables, PushTables {
  users: UsersTable;
  last_seen: LastSeenTable;
  tokens: TokensTable;
  invites: InvitesTable;
  config: ConfigTable;
  friends: FriendsTable;
  groups: GroupsTable;
  profiles: ProfilesTable;
  streams: StreamsTable;
  members: MembersTable;
  barred: BarredTable;
  shown_codes: ShownCodesTable;
  events: EventsTable;
  messages: MessagesTable;
  dropped: DroppedTable;
  erasures: ErasuresTable;
  erased_logins: ErasedLoginsTable;
  reports: ReportsTable;
  seen: SeenTable;
  files: FilesTable;
  message_files: MessageFilesTable;
  released_files: ReleasedFilesTable;
  unworded: UnwordedTable;
  word_blocks: WordBlocksTable;
  word_backlog: WordBacklogTable;
  word_groups: WordGroupsTable;
  word_bits: WordBitsTable;
  emoji: EmojiTable;
  sends: SendsTable;
  ops: OpsTable;
  ringing: RingingTable;
  talking: TalkingTable;
  meta: MetaTable;
  codes: CodesTable;
  code_days: CodeDaysTable;
  spent: SpentTable;
  let_in: LetInTable;
  notice_marks: NoticeMarksTable;
}

interface RingingTable {
  msg_id: MsgId;
  since_ms: number;
}

interface TalkingTable extends RingingTable {
  seen_ms: number;
}

/** One engine reads 0 and 1, the other false and true. */
export type Flag = ColumnType<boolean | 0 | 1, boolean, boolean>;
/** JSON kept as text on every engine. */
export type JsonText = string;

interface UsersTable {
  id: ColumnType<UserId, never, never>;
  account: string;
  realname: string;
  password_hash: string;
  avatar: string;
  email: string;
  motto: string;
  sex: 0 | 1 | 2;
  role: 0 | 1 | 2;
  is_auth: Flag;
  active: Flag;
  created_at_ms: number;
  last_login_at_ms: number;
  last_login_ip: string;
  privacy: string;
}

interface LastSeenTable {
  user_id: UserId;
  minute: number;
}

interface TokensTable {
  hash: string;
  user_id: UserId;
  terminal: string;
  is_mobile: Flag;
  cid: string;
  created_at_ms: number;
  expires_at_ms: number;
  device: string;
  place: string;
  used_minute: number;
  provider: string;
  session: string;
  proved_at_ms: number;
}

interface InvitesTable {
  code: string;
  expires_at_ms: number;
  used_by: UserId | null;
  uses_max: number;
  used: number;
  role: number;
  group_id: GroupId | null;
  name: string;
  email: string;
}

interface ConfigTable {
  id: number;
  version: number;
  config: JsonText;
}

interface FriendsTable {
  id: ColumnType<number, never, never>;
  creator: UserId;
  friend: UserId;
  nickname: string;
  remark: string;
  is_invite: Flag;
  status: 0 | 1 | 2;
  created_at_ms: number;
  updated_at_ms: number;
}

interface GroupsTable {
  id: ColumnType<GroupId, never, never>;
  name: string;
  avatar: string;
  owner: UserId;
  notice: string;
  setting: JsonText;
  created_at_ms: number;
  ended: Flag;
  /** Present member count, equal to the member rows. */
  members: ColumnType<number, number | undefined, number>;
  /** Retention of messages in days; 0: the server's. */
  retention_days: ColumnType<number, number | undefined, number>;
}

interface StreamsTable {
  stream: StreamId;
  head: number;
  count: number;
  floor: number;
  tx: number;
  last_at_ms: number;
  /** Time of the oldest event that remains; null when none does. */
  oldest_at_ms: number | null;
  /** Everything up to this ordinal was cleared, and is unread for no member. */
  cleared: ColumnType<number, number | undefined, number>;
}

interface MembersTable {
  stream: StreamId;
  user_id: UserId;
  role: Role;
  is_top: Flag;
  is_notice: Flag;
  from_seq: number;
  until_seq: number | null;
  from_n: number;
  mark: number;
  told: number;
  own: number;
  mention_mark: number;
  hidden_to: number;
  archived_to: number | null;
  is_marked: Flag;
  marked_from: number | null;
  at_only: Flag;
  quiet_until: number | null;
  muted_until_sec: number;
  inviter: UserId | null;
  joined_at_ms: number;
}

interface ProfilesTable {
  user_id: UserId;
  rev: number;
  tx: number;
}

interface BarredTable {
  stream: StreamId;
  user_id: UserId;
}

interface ShownCodesTable {
  user_id: UserId;
  group_id: GroupId;
  inviter: UserId;
  until_ms: number;
  link_id: number | null;
}

interface EventsTable {
  stream: StreamId;
  seq: number;
  tx: number;
  at_ms: number;
  facts: JsonText;
}

interface MessagesTable {
  msg_id: ColumnType<MsgId, never, never>;
  id: MessageId;
  stream: StreamId;
  n: number;
  from_user: UserId;
  type: MessageType;
  content: string;
  at: JsonText;
  pid: MsgId | null;
  extra: JsonText | null;
  note: JsonText | null;
  sent_at_ms: number;
  recalled: Flag;
  /** Omitted when a new message is written: it begins with 0. */
  rev: ColumnType<number, never, number>;
  /** Ordinal of the first message of its thread; null: not an answer. */
  root: number | null;
  /** Its only reader: the author, if the recipient had blocked them; null: all members. */
  only_user: UserId | null;
  /** Digest of the other columns by `message-digest.ts`; null: unknown. */
  digest: ColumnType<number | null, number | undefined, number>;
}

/**
 * Ordinals whose message was deleted. So what remains of a conversation is counted without reading it,
 * and a deleted message counts as an own one of every member (COUNT-17).
 */
interface DroppedTable {
  stream: StreamId;
  n: number;
  from_user: UserId;
}

interface ErasedLoginsTable {
  hash: string;
  ends_ms: number;
}

interface ErasuresTable {
  user_id: UserId;
  words: 'stay' | 'go';
  by_who: string;
  /** Keys of unreferenced bytes, as JSON; null while rows are left. */
  file_keys: string | null;
}

interface SeenTable {
  stream: StreamId;
  user_id: UserId;
  n: number;
}

interface FilesTable {
  id: ColumnType<number, number | undefined, never>;
  user_id: UserId;
  name: string;
  /** Folded for search; null: still to be filled in. */
  folded: string | null;
  ext: string;
  mime: string;
  cate: 1 | 2 | 3 | 4 | 9;
  size: number;
  digest: string;
  key: string;
  purpose: 'message' | 'avatar' | 'emoji';
  details: JsonText | null;
  created_at_ms: number;
}

interface ReleasedFilesTable {
  file_id: number;
  key: string;
}

interface MessageFilesTable {
  stream: StreamId;
  n: number;
  file_id: number;
  cate: number;
}

interface EmojiTable {
  id: ColumnType<number, never, never>;
  user_id: UserId;
  file_id: number;
  name: string;
  place: number;
}

interface SendsTable {
  id: MessageId;
  sender: UserId;
  hash: string;
  msg_id: MsgId;
  stream: StreamId;
  seq: number;
  created_at_ms: number;
}

interface OpsTable {
  user_id: UserId;
  op: string;
  answer: string;
  created_at_ms: number;
}

/** `schema`, `epoch`, `commit`. */
interface MetaTable {
  key: string;
  value: string;
}

interface CodesTable {
  account: string;
  /** Purpose and asker. */
  purpose: string;
  hash: string;
  sent_at_ms: number;
  expires_at_ms: number;
  tries: number;
}

interface CodeDaysTable {
  name: string;
  used: number;
  ends_ms: number;
}

interface SpentTable {
  name: string;
  used: number;
  ends_ms: number;
}

interface LetInTable {
  user_id: UserId;
  at_ms: number;
}

interface NoticeMarksTable {
  user_id: UserId;
  mark: number;
}
