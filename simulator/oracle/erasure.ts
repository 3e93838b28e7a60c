import { expectedMayRead } from './shown.ts';
import type { Erasure, OracleLine, OracleView } from './state.ts';

/**
 * What people write in a World is told by its form: letters, the number of the step, a dot and the number of
 * the part.
 */
const WORD = /[a-z]+\d+(?:\.\d+)+/g;

/**
 * What may still lie where: words of lines that stand, and with a person only of those that are theirs to
 * read.
 */
export class Remains {
  readonly #standing = new Map<string, OracleLine[]>();
  /** Of what somebody put off: also a copy of somebody else's words. */
  readonly #waiting: ReadonlySet<string>;

  constructor(private readonly oracle: OracleView) {
    this.#waiting = new Set(oracle.later.all().flatMap(([, , { words }]) => words.match(WORD) ?? []));
    for (const line of oracle.lines.values()) {
      for (const word of recognisableWords(line))
        this.#standing.set(word, [...(this.#standing.get(word) ?? []), line]);
    }
  }

  /** Words in this text that were taken back, deleted or cleared, and stand nowhere else. */
  erasedIn(text: string): readonly string[] {
    const { erased } = this.oracle;
    return found(text, (word) => erased.has(word) && !this.#standing.has(word) && !this.#waiting.has(word));
  }

  /** The same of what somebody was told of: whoever left a chat hears no more of it, also once back. */
  erasedFor(me: number, text: string): readonly string[] {
    const wasTold = ({ line: { chat, n }, told }: Erasure): boolean => {
      const seat = this.oracle.seat(me, chat);
      return chat === `u${me}` || (seat !== null && n > seat.since && told.has(seat));
    };
    return this.erasedIn(text).filter((word) => this.oracle.erased.get(word)?.every(wasTold));
  }

  /** Whether any line of this person ever had the word. */
  wasSaidBy(me: number, word: string): boolean {
    const erased = (this.oracle.erased.get(word) ?? []).map(({ line }) => line);
    return [...(this.#standing.get(word) ?? []), ...erased].some((line) => line.by === me);
  }

  /** All that somebody has ever said, whether or not it stands. */
  allIn(text: string): readonly string[] {
    return found(text, (word) => this.oracle.erased.has(word) || this.#standing.has(word));
  }

  /** Words that lie with somebody although they stand only where that person may not read. */
  notFor(me: number, text: string): readonly string[] {
    return found(text, (word) => {
      const lines = this.#standing.get(word);
      return lines === undefined
        ? this.oracle.erased.has(word)
        : !lines.some((line) => expectedMayRead(this.oracle, me, line));
    });
  }
}

function found(text: string, is: (word: string) => boolean): readonly string[] {
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
