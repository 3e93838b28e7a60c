import type { ColumnType } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReportKind, ReportReason } from '../../../domain/report.ts';
import type { ReportDecision } from '../../../ports/store.ts';

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
