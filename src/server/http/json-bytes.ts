import type { Envelope } from '../../wire/envelope.ts';

/** Rows of a list that are written at once. */
const STEP = 64;

const encoder = new TextEncoder();

/**
 * An answer as bytes: a text is searched for cut pairs once more, which costs as much as making it; JSON has none.
 * Long lists are written part by part: of a text of megabytes every step costs more for each character.
 */
export function jsonBytes(envelope: Envelope): Uint8Array<ArrayBuffer> {
  const { data } = envelope;
  if (!Array.isArray(data) || data.length <= STEP) return encoder.encode(JSON.stringify(envelope));
  const rows = data as readonly unknown[];
  const beside = JSON.stringify({ ...envelope, data: undefined });
  const parts = [encoder.encode(`${beside.slice(0, -1)},"data":[`)];
  for (let at = 0; at < rows.length; at += STEP) {
    const text = JSON.stringify(rows.slice(at, at + STEP));
    parts.push(encoder.encode(at === 0 ? text.slice(1, -1) : `,${text.slice(1, -1)}`));
  }
  parts.push(encoder.encode(']}'));
  return joined(parts);
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
