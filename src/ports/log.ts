export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Structured log. Never put message texts, passwords or tokens into `facts` (OPS-4). */
export interface Log {
  write(level: LogLevel, what: string, facts?: Readonly<Record<string, unknown>>): void;
}

export const silentLog: Log = { write: () => undefined };
