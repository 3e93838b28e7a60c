/** What somebody does at the box of one chat on one device, and when. */
export type TypingPress = 'typed' | 'dropped' | 'recording' | 'recorded' | 'said' | 'said elsewhere';

/** As others are told of it. */
export type TypingShown = 'text' | 'voice' | null;

/** A client says it again so often at most (TYPING-2). */
const AGAIN_MS = 3_500;
/** So long somebody is shown of whom nothing more is heard (TYPING-3). */
const GONE_MS = 6_000;
/** A sign that is told so soon after a line was said may come before that line, which ends it. */
const CROSSES_MS = 500;

/**
 * What one person is shown to be about to say in a chat, by what they pressed on one device (TYPING-2,
 * TYPING-3). Signs go out at once and then at each look, 3.5 s apart, for as long as it goes on; between a
 * look that found nothing and the next press there is none.
 */
export class OracleTypist {
  /** When the next look is; null: nothing was told lately. */
  #lookMs: number | null = null;
  #isTyped = false;
  #records = false;
  /** Others were told of it, and not that it is over. */
  #isTold = false;
  #shown: TypingShown = null;
  #goneMs = 0;
  #saidMs = Number.NEGATIVE_INFINITY;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** What is shown may have been ended by a line that came later. */
  isUnsure = false;
  /** When what others see changed last. */
  changedMs = Number.NEGATIVE_INFINITY;

  press(what: TypingPress, atMs: number): void {
    this.#looksUntil(atMs);
    const isFree = this.#lookMs === null;
    if (what === 'typed') this.#isTyped = true;
    if (what === 'recording') this.#records = true;
    if (what === 'typed' || what === 'recording') return isFree ? this.#tells(atMs) : undefined;
    if (what === 'recorded') this.#records = false;
    if (what === 'dropped' || what === 'said') this.#isTyped = false;
    // What was said needs no end: it is one. A page that was told so tells no other.
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
    // What the line before it may have ended comes into view with the next one.
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
