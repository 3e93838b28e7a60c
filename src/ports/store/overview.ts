import type { GroupId, UserId } from '../../domain/ids.ts';

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
