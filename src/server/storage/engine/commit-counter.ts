import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';

/** Stored beside the database and not in it: replacing the database by an old file leaves this one. */
export const counterFile = (database: string): string => `${database}.count`;

/** An earlier version reads and writes only the first line. */
const LINES = /^([0-9A-Za-z-]{1,64}) (\d{1,15}) *\n(?:(\d{1,15}) *\n)?/;
const WIDTH = 96;

export interface Counted {
  readonly commits: number;
  /** The highest number that a message was given. */
  readonly messages: number;
}

/**
 * Number of commits of the embedded database, stored outside of it (KEEP-5). It is written after each of them
 * without a flush, so it may lag but never leads, unless the database went back.
 */
export class CommitCounter {
  private file: number | null = null;
  private messages = 0;

  private constructor(
    private readonly path: string,
    private readonly home: string,
  ) {}

  /** `home` tells whose commits these are. */
  static of(database: string, home: string): CommitCounter {
    return new CommitCounter(counterFile(database), home);
  }

  /** The count before this start; 0 if it is unreadable, or of another database. */
  read(): Counted {
    try {
      const [, home, commits, messages] = LINES.exec(readFileSync(this.path, 'utf8')) ?? [];
      if (home === this.home) return { commits: Number(commits), messages: Number(messages ?? 0) };
    } catch {
      // None: as of another database.
    }
    return { commits: 0, messages: 0 };
  }

  /** `messages`: null, since no message came with this commit. */
  write(commits: number, messages: number | null): void {
    this.messages = messages ?? this.messages;
    try {
      this.file ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600);
      const line = `${this.home} ${commits}`.padEnd(WIDTH);
      writeSync(this.file, `${line}\n${String(this.messages).padEnd(16)}\n`, 0);
    } catch {
      // Without room or rights it lags, and detects less.
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
