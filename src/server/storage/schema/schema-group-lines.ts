import type { StreamId } from '../../../domain/ids.ts';

export interface GroupLinesTable {
  stream: StreamId;
  after_n: number;
  seq: number;
  at_ms: number;
  facts: string;
}
