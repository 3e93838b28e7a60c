import { createRequire } from 'node:module';
import type * as library from 'pino';
import type { Log, LogLevel } from '../../ports/log.ts';

/**
 * Structured log entries on standard error: standard output has only the line of the start. Facts are ids,
 * numbers and names of errors; never user text or tokens (ACC-6). The library loads with the first entry,
 * synchronously: the entry may be the last of this process. A silent start does without it.
 */
export function createLog(level: LogLevel): Log {
  let out: library.Logger | null = null;
  return {
    write: (at, what, facts) => {
      if (RANKS[at] < RANKS[level]) return;
      out ??= opened(level);
      out[at](facts ?? {}, what);
    },
  };
}

const RANKS: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

function opened(level: LogLevel): library.Logger {
  const { pino } = createRequire(import.meta.url)('pino') as typeof library;
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
