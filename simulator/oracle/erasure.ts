import { expectedMayRead } from './shown.ts';
import type { Erasure, OracleLine, OracleView } from './state.ts';

/** Pattern of text in a World: letters, the number of the step, a dot and the number of the part. */
const WORD = /[a-z]+\d+(?:\.\d+)+/g;

/** Content that may still exist: text of remaining messages, and for a user only of those they may read. */
export class Remains {
  readonly #remaining = new Map<string, OracleLine[]>();
  /** Text that exists in no message any more, and in no scheduled one. */
  readonly #erased: ReadonlySet<string>;
  /** Text that each user may not read anywhere. */
  readonly #unreadable = new Map<number, ReadonlySet<string>>();

  constructor(private readonly oracle: OracleView) {
    const waiting = new Set(oracle.later.all().flatMap(([, , { words }]) => words.match(WORD) ?? []));
    for (const line of oracle.lines.values()) {
      for (const word of recognisableWords(line))
        this.#remaining.set(word, [...(this.#remaining.get(word) ?? []), line]);
    }
    this.#erased = new Set(
      [...oracle.erased.keys()].filter((word) => !this.#remaining.has(word) && !waiting.has(word)),
    );
  }

  /** Some text exists nowhere; otherwise a search finds nothing. */
  get hasErased(): boolean {
    return this.#erased.size > 0;
  }

  /** Some text exists only where this user may not read. */
  hasUnreadable(me: number): boolean {
    return this.#unreadableOf(me).size > 0;
  }

  /** Text that was recalled, deleted or cleared, and exists in no other message. */
  erasedIn(text: string): readonly string[] {
    return unreadableIn(text, this.#erased);
  }

  /** The same for one user: a user who left a chat receives no erasures, even after returning. */
  erasedFor(me: number, text: string): readonly string[] {
    const isNotified = ({ line: { chat, n }, audience }: Erasure): boolean => {
      const seat = this.oracle.seat(me, chat);
      return chat === `u${me}` || (seat !== null && n > seat.since && audience.has(seat));
    };
    return this.erasedIn(text).filter((word) => this.oracle.erased.get(word)?.every(isNotified));
  }

  /** Returns true if any message of this user ever contained the text. */
  wasSaidBy(me: number, word: string): boolean {
    const erased = (this.oracle.erased.get(word) ?? []).map(({ line }) => line);
    return [...(this.#remaining.get(word) ?? []), ...erased].some((line) => line.by === me);
  }

  /** Text held by a user although it exists only where that user may not read. */
  notFor(me: number, text: string): readonly string[] {
    return unreadableIn(text, this.#unreadableOf(me));
  }

  #unreadableOf(me: number): ReadonlySet<string> {
    const cachedWords = this.#unreadable.get(me);
    if (cachedWords) return cachedWords;
    const words = new Set([...this.oracle.erased.keys()].filter((word) => !this.#remaining.has(word)));
    for (const [word, lines] of this.#remaining)
      if (!lines.some((line) => expectedMayRead(this.oracle, me, line))) words.add(word);
    this.#unreadable.set(me, words);
    return words;
  }
}

/** Most texts of a small World are searched for nothing. */
const unreadableIn = (text: string, unreadable: ReadonlySet<string>): readonly string[] =>
  unreadable.size === 0 ? [] : wordsIn(text, (word) => unreadable.has(word));

function wordsIn(text: string, is: (word: string) => boolean): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) if (!words.has(word) && is(word)) words.add(word);
  return [...words];
}

/** Words of a line by which it is recognised. */
export const recognisableWords = ({
  words,
  poll,
  card,
}: Pick<OracleLine, 'words' | 'poll' | 'card'>): readonly string[] =>
  [words, card ?? '', ...(poll?.options ?? [])].join(' ').match(WORD) ?? [];
