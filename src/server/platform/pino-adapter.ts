import { pino } from 'pino';
import type { Log, LogLevel } from '../../ports/log.ts';

/**
 * Structured lines on standard error: standard output has the one line of the start. Facts are ids,
 * numbers and names of errors; nothing that people wrote and no token comes here (ACC-6).
 */
export function createLog(level: LogLevel): Log {
  const out = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
  return { write: (at, what, facts) => out[at](facts ?? {}, what) };
}
