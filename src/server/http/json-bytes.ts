import type { Envelope } from '../../wire/envelope.ts';

/** Rows of a list that are written at once, and parts between two turns of the others. */
const STEP = 64;
const PARTS_OF_TURN = 4;

const encoder = new TextEncoder();

/** A short answer leaves as text, together with its headers; longer ones as bytes. */
const SHORT = 1_024;

export function jsonBody(
  envelope: Envelope,
  turn: () => Promise<void>,
): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (longest(envelope.data) > STEP) return jsonBytes(envelope, turn);
  const text = JSON.stringify(envelope);
  return text.length <= SHORT ? text : encoder.encode(text);
}

/**
 * An answer as bytes: a text is searched for cut pairs once more, which costs as much as making it; JSON has
 * none. Long lists are written part by part: of a text of megabytes every step costs more for each character.
 * In between the others have their turn (LIMIT-19).
 */
export async function jsonBytes(
  envelope: Envelope,
  turn: () => Promise<void> = () => Promise.resolve(),
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (const text of textsOf({ ...envelope })) {
    parts.push(encoder.encode(text));
    if (parts.length % PARTS_OF_TURN === 0) await turn();
  }
  return joined(parts);
}

/** Rows of the longest list that stands here, or one level below. */
function longest(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  if (typeof data !== 'object' || data === null) return 0;
  let most = 0;
  for (const name in data) {
    const one = (data as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(one) && one.length > most) most = one.length;
  }
  return most;
}

/** The JSON of an object, of which long lists come in parts, and those of `data` as well. */
function* textsOf(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(value)) yield* listTexts(value as readonly unknown[]);
    else if (longest(value) > STEP) yield* textsOf(value as Readonly<Record<string, unknown>>);
    else yield JSON.stringify(value);
  }
  yield before === '{' ? '{}' : '}';
}

function* listTexts(rows: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < rows.length; at += STEP) {
    const text = JSON.stringify(rows.slice(at, at + STEP));
    yield at === 0 ? text.slice(1, -1) : `,${text.slice(1, -1)}`;
  }
  yield ']';
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
