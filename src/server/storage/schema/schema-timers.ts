import type { StreamId } from '../../../domain/ids.ts';

export interface TimersTable {
  stream: StreamId;
  n: number;
  days: number;
  done_n: number;
  look_ms: number | null;
}
