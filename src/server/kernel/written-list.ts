/** Rows that are written at once: a text of megabytes costs more for each character. */
export const WRITTEN_TOGETHER = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const COMMA = ','.charCodeAt(0);

/**
 * A list of an answer as JSON, written while it is read. Thousands of rows that live until the answer is
 * complete would be copied repeatedly by the garbage collector; written early, they are already released.
 */
export class WrittenList<T = unknown> {
  /** Each begins with a comma. */
  readonly parts: Uint8Array[] = [];

  add(rows: readonly T[]): void {
    for (let at = 0; at < rows.length; at += WRITTEN_TOGETHER) {
      const bytes = encoder.encode(JSON.stringify(rows.slice(at, at + WRITTEN_TOGETHER)));
      // Its bracket becomes the comma: a concatenated text would be copied once more.
      bytes[0] = COMMA;
      this.parts.push(bytes.subarray(0, -1));
    }
  }

  /** Appends the content of another list. */
  append(other: WrittenList<T>): void {
    for (const part of other.parts) this.parts.push(part);
  }

  /** The rows in sent form, for the few callers that read or change them. */
  read(): T[] {
    return this.parts.flatMap((part) => JSON.parse(`[${decoder.decode(part.subarray(1))}]`) as readonly T[]);
  }

  /** Serialises it inside a larger value. */
  toJSON(): T[] {
    return this.read();
  }
}

/** Aimed length of a part, and rows of the first one, whose size is unknown. */
const [PART_CHARACTERS, FIRST_ROWS] = [128 * 1_024, 8];

/**
 * A list as JSON in parts, each of which begins with a comma. Large rows are written a few at a time, because
 * other requests run only between parts (LIMIT-22).
 */
export function* rowTexts(rows: readonly unknown[]): Generator<string> {
  for (let at = 0, size = FIRST_ROWS; at < rows.length;) {
    const text = JSON.stringify(rows.slice(at, at + size)).slice(1, -1);
    yield `,${text}`;
    at += size;
    const fitting = Math.floor((size * PART_CHARACTERS) / text.length);
    size = Math.min(WRITTEN_TOGETHER, Math.max(1, fitting));
  }
}
