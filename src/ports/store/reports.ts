import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageType } from '../../domain/message.ts';
import type { ReportKind, ReportReason } from '../../domain/report.ts';

/** A user with their name at the time of the report. */
export interface ReportedPerson {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly motto: string;
  readonly avatar: string;
}

/**
 * A copy of the reported content (REPORT-3). It is the only place where text outlives its message, and only
 * the table of reports contains it.
 */
export type ReportCopy =
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly from: ReportedPerson | null;
      /** The group's name; '' for a chat of two. */
      readonly place: string;
      readonly n: number;
      readonly sentAtMs: number;
      readonly rev: number;
      readonly type: MessageType;
      readonly content: string;
      readonly extra: Readonly<Record<string, unknown>> | null;
    }
  | { readonly kind: 'person'; readonly person: ReportedPerson }
  | {
      readonly kind: 'group';
      readonly name: string;
      readonly notice: string;
      readonly about: string;
      readonly rules: string;
      readonly avatar: string;
      readonly owner: ReportedPerson | null;
    };

export type ReportDecision = 'dismissed' | 'deleted' | 'disabled';

/** A moderator's view of a report, or action on it. */
export interface ReportLook {
  readonly by: string;
  readonly atMs: number;
  readonly did: 'shown' | 'saved' | ReportDecision;
}

export interface ReportRow {
  readonly id: number;
  readonly reporter: UserId;
  readonly kind: ReportKind;
  /** The message by its id, the person or the group by their number: as text. */
  readonly about: string;
  /** The reported user: the author, the user, or the owner of the group; null: no longer exists. */
  readonly accused: UserId | null;
  /** The stream of the message or the group; null for a user. */
  readonly stream: StreamId | null;
  readonly reason: ReportReason;
  readonly words: string;
  readonly atMs: number;
  readonly copy: ReportCopy;
  /** The preserved file: the file of the message, or the picture of its link preview. */
  readonly fileId: number | null;
  /** Null: undecided. */
  readonly decision: {
    readonly what: ReportDecision;
    readonly note: string;
    readonly by: string;
    readonly atMs: number;
    readonly eraseMs: number;
  } | null;
  readonly looks: readonly ReportLook[];
}

export interface ReportsReading {
  byId(id: number): Promise<ReportRow | null>;
  /** Checks for an undecided report with the same subject. */
  isOpen(reporter: UserId, kind: ReportKind, about: string): Promise<boolean>;
  /** Counts of one user's reports: since a time, and undecided. */
  countOf(reporter: UserId, sinceMs: number): Promise<{ readonly lately: number; readonly open: number }>;
  /** Undecided reports, the oldest first; or decided ones, the newest first. */
  list(query: {
    readonly open: boolean;
    readonly page: number;
    readonly limit: number;
  }): Promise<{ readonly rows: readonly ReportRow[]; readonly total: number }>;
}

export interface ReportsWriting {
  /** Its number; null: an equal one is waiting, from a simultaneous command. */
  insert(row: Omit<ReportRow, 'id' | 'decision' | 'looks'>): Promise<number | null>;
  setLooks(id: number, views: readonly ReportLook[]): Promise<void>;
  /** False: another moderator has decided it. */
  decide(id: number, decision: NonNullable<ReportRow['decision']>): Promise<boolean>;
}
