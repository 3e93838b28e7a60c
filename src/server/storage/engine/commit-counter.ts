import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';

/** Beside the database and not in it: whoever puts an old file in its place leaves this one. */
export const counterFile = (database: string): string => `${database}.count`;

const LINE = /^([0-9A-Za-z-]{1,64}) (\d{1,15}) *\n/;
const WIDTH = 96;

/**
 * How many commits the embedded database has made, kept outside of it (KEEP-5). It is written after each
 * of them without waiting for the disk, so it may be behind and is never ahead, except of a database
 * that went back.
 */
export class CommitCounter {
  private file: number | null = null;

  private constructor(
    private readonly path: string,
    private readonly home: string,
  ) {}

  /** `home` tells whose commits these are. */
  static of(database: string, home: string): CommitCounter {
    return new CommitCounter(counterFile(database), home);
  }

  /** What was counted before this start; 0 when nothing can be read, or of another database. */
  read(): number {
    try {
      const [, home, count] = LINE.exec(readFileSync(this.path, 'utf8')) ?? [];
      return home === this.home ? Number(count) : 0;
    } catch {
      return 0;
    }
  }

  write(count: number): void {
    try {
      this.file ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600);
      writeSync(this.file, `${`${this.home} ${count}`.padEnd(WIDTH)}\n`, 0);
    } catch {
      // No room or no right: it stays behind, and says less than it could.
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
