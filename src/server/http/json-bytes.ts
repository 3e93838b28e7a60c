import type { Envelope } from '../../wire/envelope.ts';
import { WRITTEN_TOGETHER, WrittenList, rowTexts } from '../kernel/written-list.ts';

/** Parts of a list that are written between two turns of the others. */
const PARTS_OF_TURN = 4;

const encoder = new TextEncoder();

/** A short answer leaves as text, together with its headers; longer ones as bytes. */
const SHORT = 1_024;

export function jsonBody(
  envelope: Envelope,
  turn: () => Promise<void>,
): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (isLong(envelope.data)) return jsonBytes(envelope, turn);
  const text = JSON.stringify(envelope);
  return text.length <= SHORT ? text : encoder.encode(text);
}

/**
 * An answer as bytes: encoding a text also scans it for lone surrogates, which costs as much as building it;
 * JSON has none. Long lists are written in parts: with a text of megabytes every step costs more per
 * character. Other requests run in between (LIMIT-19).
 */
export async function jsonBytes(
  envelope: Envelope,
  turn: () => Promise<void> = () => Promise.resolve(),
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (const part of partsOf({ ...envelope })) {
    if (typeof part !== 'string') {
      parts.push(part);
      continue;
    }
    parts.push(encoder.encode(part));
    if (parts.length % PARTS_OF_TURN === 0) await turn();
  }
  return concatenate(parts);
}

/** Returns true if a long list is here, or one level below. */
function isLong(data: unknown): boolean {
  if (isLongList(data)) return true;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  for (const name in data) if (isLongList((data as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

const isLongList = (data: unknown): boolean =>
  data instanceof WrittenList || (Array.isArray(data) && data.length > WRITTEN_TOGETHER);

/** The JSON of an object, with long lists in parts, including those of `data`. */
function* partsOf(object: Readonly<Record<string, unknown>>): Generator<string | Uint8Array> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (value instanceof WrittenList) yield* listParts(value.parts);
    else if (Array.isArray(value)) yield* listParts(rowTexts(value as readonly unknown[]));
    else if (isLong(value)) yield* partsOf(value as Readonly<Record<string, unknown>>);
    else yield JSON.stringify(value);
  }
  yield before === '{' ? '{}' : '}';
}

/** A list from parts that begin with a comma. */
function* listParts(parts: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let isFirst = true;
  yield '[';
  for (const part of parts) {
    yield isFirst ? (typeof part === 'string' ? part.slice(1) : part.subarray(1)) : part;
    isFirst = false;
  }
  yield ']';
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
