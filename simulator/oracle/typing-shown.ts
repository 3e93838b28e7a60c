/** An action in the input box of one chat on one device, and its time. */
export type TypingPress = 'typed' | 'dropped' | 'recording' | 'recorded' | 'said' | 'said elsewhere';

/** The form shown to others. */
export type TypingShown = 'text' | 'voice' | null;

/** Minimum interval at which a client repeats it (TYPING-2). */
const AGAIN_MS = 3_500;
/** Time until a silent user is no longer shown (TYPING-3). */
const GONE_MS = 6_000;
/** A signal sent this soon after a message may arrive before that message, which ends it. */
const CROSSES_MS = 500;

/**
 * The typing state of one user in a chat, from their presses on one device (TYPING-2, TYPING-3). Signals go
 * out at once and then at each check, 3.5 s apart, while typing continues; between a check without activity
 * and the next press none are sent.
 */
export class OracleTypist {
  /** Time of the next check; null: no recent signal. */
  #lookMs: number | null = null;
  #isTyped = false;
  #records = false;
  /** A signal was sent, but not its end. */
  #isTold = false;
  #shown: TypingShown = null;
  #goneMs = 0;
  #saidMs = Number.NEGATIVE_INFINITY;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** A later message may have ended the shown state. */
  isUnsure = false;
  /** Time of the last visible change. */
  changedMs = Number.NEGATIVE_INFINITY;

  press(what: TypingPress, atMs: number): void {
    this.#looksUntil(atMs);
    const isFree = this.#lookMs === null;
    if (what === 'typed') this.#isTyped = true;
    if (what === 'recording') this.#records = true;
    if (what === 'typed' || what === 'recording') return isFree ? this.#tells(atMs) : undefined;
    if (what === 'recorded') this.#records = false;
    if (what === 'dropped' || what === 'said') this.#isTyped = false;
    // A sent message ends typing on its own. A page that received one sends no end.
    if (what === 'said') this.#isTold = false;
    if (what === 'said' || what === 'said elsewhere') {
      this.#saidMs = atMs;
      return this.#shows(null, atMs);
    }
    const goesOn = what === 'dropped' ? this.#records : this.#isTyped;
    if (isFree || goesOn || !this.#isTold) return;
    this.#isTold = false;
    this.#shows(null, atMs);
  }

  shownAt(atMs: number): TypingShown {
    this.#looksUntil(atMs);
    return this.#shown;
  }

  /** How long ago the last look was, in ms; the page's own, by its timers, may be a few ms later. */
  sinceLookMs(atMs: number): number {
    this.#looksUntil(atMs);
    return atMs - this.#lookedMs;
  }

  #looksUntil(atMs: number): void {
    for (;;) {
      const nextMs = Math.min(this.#lookMs ?? Infinity, this.#shown === null ? Infinity : this.#goneMs);
      if (nextMs > atMs) return;
      if (this.#shown !== null && this.#goneMs <= nextMs) this.#shows(null, nextMs);
      if (this.#lookMs !== nextMs) continue;
      this.#lookMs = null;
      this.#lookedMs = nextMs;
      if (this.#isTyped || this.#records) this.#tells(nextMs);
    }
  }

  #tells(atMs: number): void {
    // The next signal shows again what the previous message may have ended.
    if (this.isUnsure) this.changedMs = atMs;
    this.#isTyped = false;
    this.#isTold = true;
    this.#lookMs = atMs + AGAIN_MS;
    this.#goneMs = atMs + GONE_MS;
    this.#shows(this.#records ? 'voice' : 'text', atMs);
    this.isUnsure = atMs - this.#saidMs < CROSSES_MS;
  }

  #shows(what: TypingShown, atMs: number): void {
    if (what !== this.#shown) this.changedMs = atMs;
    this.#shown = what;
    this.isUnsure = false;
  }
}
