import type { ColumnType } from 'kysely';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { ReportKind, ReportReason } from '../../../domain/report.ts';
import type { ReportDecision } from '../../../ports/store.ts';
import type { PushKind, PushPlatform } from '../../../ports/store/push.ts';
import type { Flag, JsonText } from './schema.ts';

interface AuditTable {
  n: number;
  at_ms: number;
  by_whom: string;
  what: string;
  about: string;
  /** JSON, as it was hashed. */
  facts: string;
  before: string;
  hash: string;
}

/** `head`: the newest entry. `start`: the last pruned one. */
interface AuditEndsTable {
  name: 'head' | 'start';
  n: number;
  hash: string;
}

interface AuditTables {
  audit: AuditTable;
  audit_ends: AuditEndsTable;
}

/** Work that was started and must complete in any case. */
interface ClearingsTable {
  stream: StreamId;
  n: number;
  /** Null: it was old. */
  by_user: UserId | null;
}

/** The event that ended a group, and its author. */
interface DissolvingsTable {
  stream: StreamId;
  seq: number;
  by_user: UserId;
}

interface BlockedTable {
  user_id: UserId;
  other: UserId;
  at_ms: number;
}

interface FiguresTables {
  figures: FiguresTable;
}

/** A node's own metrics of a minute. */
interface FiguresTable {
  minute: number;
  node: string;
  figures: JsonText;
}

interface KeptTable {
  user_id: UserId;
  name: string;
  value: string;
  at_ms: number;
}

interface KeptTables {
  kept: KeptTable;
}

interface NameTables {
  account_skeletons: { user_id: UserId; skeleton: string };
  shown_people: { user_id: UserId; other: UserId; at_ms: number };
}

interface OpenIdsTable {
  issuer: string;
  subject: string;
  user_id: UserId;
  provider: string;
  email: string;
  created_at_ms: number;
  used_at_ms: number;
}

interface OpenIdTables {
  openids: OpenIdsTable;
}

interface PasskeysTable {
  id: string;
  user_id: UserId;
  public_key: string;
  counter: number;
  name: string;
  created_at_ms: number;
  used_at_ms: number;
}

interface SpentChallengesTable {
  challenge: string;
  ends_ms: number;
}

interface PasskeyTables {
  passkeys: PasskeysTable;
  spent_challenges: SpentChallengesTable;
}

interface SecondStepsTable {
  user_id: UserId;
  secret: string;
  is_on: Flag;
  last_step: number;
}

interface RecoveryCodesTable {
  user_id: UserId;
  digest: string;
}

interface SecondStepTables {
  second_steps: SecondStepsTable;
  recovery_codes: RecoveryCodesTable;
}

interface MailDigestsTable {
  user_id: UserId;
  language: string;
  due_ms: number;
  sent_for: number;
  tries: number;
}

export interface PeopleTables
  extends AuditTables, FiguresTables, KeptTables, NameTables, OpenIdTables, PasskeyTables, SecondStepTables {
  clearings: ClearingsTable;
  dissolvings: DissolvingsTable;
  blocked: BlockedTable;
  mail_digests: MailDigestsTable;
}

interface PushSubsTable {
  cid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  platform: PushPlatform;
  language: string;
  shows_words: Flag;
  made_ms: number;
}

interface PushJobsTable {
  id: ColumnType<number, never, never>;
  kind: PushKind;
  stream: StreamId;
  seq: number;
  msg_id: MsgId;
  cid: string;
  /** Due time; moved ahead by the node that processes it. */
  due_ms: number;
  tries: number;
}

interface PushSeenTable {
  stream: StreamId;
  user_id: UserId;
  seq: number;
  at_ms: number;
}

interface PushShownTable {
  cid: string;
  tag: string;
  /** The message it shows; 0: unknown. */
  msg_id: MsgId;
  at_ms: number;
}

export interface PushTables {
  push_subs: PushSubsTable;
  push_jobs: PushJobsTable;
  push_seen: PushSeenTable;
  push_shown: PushShownTable;
}

export interface ReportsTable {
  id: ColumnType<number, never, never>;
  reporter: UserId;
  kind: ReportKind;
  about: string;
  /** Null once it was decided: so one of each waits, and no index needs to know of decisions. */
  open_key: string | null;
  accused: UserId | null;
  stream: StreamId | null;
  reason: ReportReason;
  words: string;
  at_ms: number;
  /** JSON. */
  copy: string;
  file_id: number | null;
  decision: ReportDecision | null;
  note: string;
  decided_by: string;
  decided_at_ms: number | null;
  erase_ms: number | null;
  /** JSON. */
  looks: string;
}
