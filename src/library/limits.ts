import { MINUTE } from '../domain/duration.ts';

export const libraryLimits = {
  /** Rows of one request for messages. */
  pageRows: 100,
  /** Between attempts to reach the server, growing. */
  retryMinMs: 500,
  retryMaxMs: MINUTE / 2,
  /** A journal that has grown by this is written anew. */
  journalBytesMax: 16 * 1_024 * 1_024,
} as const;
