import type { GlobalConfig } from '../../domain/config.ts';
import type { GroupId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { StreamRow } from './streams.ts';

/** Details of an audit entry: ids and small facts; never names of users, passwords or message text. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** One entry; its hash covers all its other fields, including the previous entry's hash (AUDIT-1). */
export interface AuditRow {
  /** Counts from 1, without gaps. */
  readonly n: number;
  readonly atMs: number;
  /**
   * The actor: `user 12`, `host root` for the operator, `server` for its jobs, `nobody` for unknown callers.
   */
  readonly by: string;
  readonly what: string;
  /** The affected subject: `user 12`, `report 3`, `group 7`; '' if the facts name it. */
  readonly about: string;
  /** `AuditFacts` as JSON, with its names in order: the text that was hashed. */
  readonly facts: string;
  readonly before: string;
  readonly hash: string;
}

/** Start or end of a chain: an entry's number and hash; 0 and '' before the first. */
export interface AuditPlace {
  readonly n: number;
  readonly hash: string;
}

export interface AuditReading {
  /** Entries after a number, in order. */
  page(after: number, limit: number): Promise<readonly AuditRow[]>;
  /** The last pruned entry, and the newest one. */
  ends(): Promise<{ readonly start: AuditPlace; readonly head: AuditPlace }>;
}

export interface AuditWriting {
  /**
   * The number of the next entry and the hash of the previous one. The caller locks the end of the chain
   * until its transaction ends, so all nodes write in one order (AUDIT-2).
   */
  next(): Promise<{ readonly n: number; readonly before: string }>;
  /** Each entry once, under the number that `next` gave. */
  append(row: AuditRow): Promise<void>;
  /** Deletes entries up to this one and remembers it as the start of the chain (AUDIT-5). */
  prune(upTo: AuditPlace): Promise<void>;
}

/** A membership, with facts about its conversation and its user. */
/** The fields of a membership that refer to a message or an event. */
export type CheckedPlace =
  | 'begins after message'
  | 'has read up to message'
  | 'is told as having read up to message'
  | 'has seen mentions up to message';
export type CheckedSeq = 'begins after event' | 'ended with event';

export interface CheckedMember {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly isCurrent: boolean;
  /** The highest of all that points at messages or at events. */
  readonly places: Readonly<Record<CheckedPlace, number>>;
  readonly seqs: Readonly<Record<CheckedSeq, number>>;
  /** Null: the conversation does not exist. */
  readonly ends: { readonly head: number; readonly count: number } | null;
  readonly isPerson: boolean;
}

export interface CheckedGroup {
  readonly id: GroupId;
  readonly hasEnded: boolean;
  readonly owner: UserId;
  /** Number of members, as stored in the row and as counted from memberships. */
  readonly members: number;
  readonly memberships: number;
  /** Owners and managers among the current members. */
  readonly leaders: readonly UserId[];
}

export interface CheckedFile {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly digest: string;
  /** The first that has these bytes: for the others they need not be read again. */
  readonly isFirst: boolean;
}

/** Tables that refer to files. */
export type FileHolder =
  | 'message_files'
  | 'emoji'
  | 'pack_stickers'
  | 'reactions'
  | 'moment_files'
  | 'reports';

/** All stored data, in parts and in key order, for the consistency check (CHECK-1). */
export interface CheckingReading {
  streams(after: string, limit: number): Promise<readonly StreamRow[]>;
  /** Ordinals in (after, upTo] that hold a message or a deleted one, in order; twice where it is both. */
  ordinals(stream: StreamId, after: number, upTo: number): Promise<readonly number[]>;
  /** Numbers of events in (after, upTo], in order. */
  seqs(stream: StreamId, after: number, upTo: number): Promise<readonly number[]>;
  /** The seq of an event outside of (floor, head]. */
  straySeq(stream: StreamId, floor: number, head: number): Promise<number | null>;
  newestMessage(): Promise<MsgId>;
  /** Messages with a number in (after, upTo] whose ordinal does not fit their conversation. */
  strayMessages(
    after: number,
    upTo: number,
  ): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
  /**
   * Messages with a number in (after, upTo] whose digest does not match (CHECK-2); empty while digests are
   * still being made.
   */
  damagedMessages(
    after: number,
    upTo: number,
  ): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
  members(
    after: { readonly stream: string; readonly user: number },
    limit: number,
  ): Promise<readonly CheckedMember[]>;
  groups(after: number, limit: number): Promise<readonly CheckedGroup[]>;
  /** Ids of files that rows of this kind name, each once. */
  referencedFiles(holder: FileHolder, after: number, limit: number): Promise<readonly number[]>;
  /** Rows of files, in the order of their ids. */
  files(after: number, limit: number): Promise<readonly CheckedFile[]>;
}

/** Query of a list page: entries whose name contains `find`, sorted by number or by size of their files. */
export interface OverviewQuery {
  readonly find: string;
  readonly by: 'number' | 'room';
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface PersonOverview {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly role: 0 | 1 | 2;
  readonly active: boolean;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  /** Total size of the user's remaining uploads. */
  readonly fileBytes: number;
  /** Logins that have not run out. */
  readonly logins: number;
}

export interface GroupOverview {
  readonly id: GroupId;
  readonly name: string;
  readonly owner: string;
  readonly members: number;
  readonly retentionDays: number;
  readonly createdAtMs: number;
  /** Total size of the files in its messages. */
  readonly fileBytes: number;
}

/** Figures of one node in one minute, by name. */
export interface FiguresRow {
  readonly minute: number;
  readonly node: string;
  readonly figures: Readonly<Record<string, number>>;
}

export interface OverviewPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Overview for the operator only (CONSOLE-3). Erased accounts are not listed. */
export interface OverviewReading {
  people(query: OverviewQuery, nowMs: number): Promise<OverviewPage<PersonOverview>>;
  groups(query: OverviewQuery): Promise<OverviewPage<GroupOverview>>;
  /** Figures of all nodes since a minute, the oldest first. */
  figures(sinceMinute: number, limit: number): Promise<readonly FiguresRow[]>;
}

export interface OverviewWriting {
  /** Replaces earlier figures of the same minute. */
  noteFigures(row: FiguresRow): Promise<void>;
  dropFigures(beforeMinute: number): Promise<void>;
}

/** The newest build of the apps (protocol 1.7). Empty addresses mean no offer. */
export interface Release {
  readonly name: string;
  /** YYYYMMDD. */
  readonly build: number;
  readonly type: 'forcibly' | 'solicit' | 'silent';
  readonly info: string;
  readonly androidUrl: string;
  readonly iosUrl: string;
}

/** The picture that an administrator uploaded as the logo (CONF-31). */
export interface Logo {
  /** The last part of its address; each upload has another. */
  readonly name: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The picture as base64. */
  readonly body: string;
}

export interface ConfigReading {
  get(): Promise<{ readonly config: GlobalConfig; readonly version: number }>;
  /** The release that `checkVersion` offers; null if none was published. */
  release(): Promise<Release | null>;
  /** The uploaded logo; null if there is none. */
  logo(): Promise<Logo | null>;
  /** Services that administrators set up in the console, with their secrets (CONSOLE-15). */
  services(): Promise<Readonly<Record<string, string>>>;
}

export interface ConfigWriting {
  set(config: GlobalConfig): Promise<void>;
  setRelease(release: Release): Promise<void>;
  /** Replaces the uploaded logo; null removes it. */
  setLogo(logo: Logo | null): Promise<void>;
  setServices(values: Readonly<Record<string, string>>): Promise<void>;
}
