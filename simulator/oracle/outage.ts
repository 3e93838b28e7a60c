/** Between two attempts (SOCK-3). */
export const AGAIN_MS = 15_000;
/** A dead socket is found at the third heartbeat after it went silent (SOCK-9). */
export const SILENT_MS = { min: 49_000, max: 76_000 } as const;
/** Maximum wait before the client checks for a network (SOCK-8). */
export const ASKED_MS = 45_000;

/** Attempts of one kind before the page gives up (SOCK-4, SOCK-5), counted from 1. */
const MOST = { refused: 10, closed: 5 } as const;

export type LineFate = keyof typeof MOST;

/**
 * The page's connection state: waiting for the next attempt, or given up, and how often it reported so. It
 * counts attempts that never opened, and sockets that closed; each but the first close of an outage follows a
 * wait, so a counter has risen once for each wait that ended (SOCK-4).
 */
export class OracleOutage {
  #counted: Record<LineFate, number> = { refused: 1, closed: 1 };
  /** The event that led to the present wait. */
  #waitsAfter: LineFate | null = null;
  #shows: 'open' | 'waiting' | 'lost' = 'open';
  #isTold = false;
  /** Times that the connection error was raised. */
  told = 0;

  /** A socket closed, or none was opened. */
  fails(how: LineFate): void {
    if (this.#shows === 'waiting' && this.#waitsAfter !== null) {
      const after = this.#waitsAfter;
      this.#counted[after] = Math.min(this.#counted[after] + 1, MOST[after]);
    }
    this.#waitsAfter = how;
    this.#shows = this.#counted[how] < MOST[how] ? 'waiting' : 'lost';
    if (this.#shows === 'waiting' || this.#isTold) return;
    this.#isTold = true;
    this.told += 1;
  }

  /** The server has bound the user: the next outage starts from zero, and is reported again (SOCK-6). */
  isBound(): void {
    this.#counted = { refused: 1, closed: 1 };
    this.#waitsAfter = null;
    this.#shows = 'open';
    this.#isTold = false;
  }

  get shows(): 'open' | 'waiting' | 'lost' {
    return this.#shows;
  }
}
