/**
 * Arrival of packets by their transport-wide number, in steps of 250 µs
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */
export interface Feedback {
  /** Number of the first packet. */
  readonly base: number;
  /** Counts the messages of a receiver. */
  readonly count: number;
  /** Arrival in milliseconds by the receiver's clock, in order of the numbers; null: not arrived. */
  readonly arrivals: readonly (number | null)[];
}

const TICK_MS = 0.25;
const REFERENCE_MS = 64;

/** Packets that one message may describe. */
export const FEEDBACK_MAX = 2_048;

/** Reads what follows the two sources of the message. Null: malformed. */
export function readFeedback(body: Buffer): Feedback | null {
  if (body.length < 8) return null;
  const total = body.readUInt16BE(2);
  if (total === 0 || total > FEEDBACK_MAX) return null;
  const read = readSymbols(body, total);
  if (read === null) return null;
  let { at } = read;
  let atMs = body.readIntBE(4, 3) * REFERENCE_MS;
  const arrivals: (number | null)[] = [];
  for (const symbol of read.symbols) {
    if (symbol === 0 || symbol === 3) {
      arrivals.push(null);
      continue;
    }
    if (at + symbol > body.length) return null;
    atMs += (symbol === 1 ? body.readUInt8(at) : body.readInt16BE(at)) * TICK_MS;
    at += symbol;
    arrivals.push(atMs);
  }
  return { base: body.readUInt16BE(0), count: body.readUInt8(7), arrivals };
}

/** A symbol for each packet: 0 not arrived, 1 small difference, 2 large or negative one. */
function readSymbols(body: Buffer, total: number): { symbols: number[]; at: number } | null {
  const symbols: number[] = [];
  let at = 8;
  while (symbols.length < total) {
    if (at + 2 > body.length) return null;
    const chunk = body.readUInt16BE(at);
    at += 2;
    if ((chunk & 0x8000) === 0) {
      const length = Math.min(chunk & 0x1fff, total - symbols.length);
      if (length === 0) return null;
      for (let no = 0; no < length; no += 1) symbols.push((chunk >> 13) & 3);
      continue;
    }
    const isWide = (chunk & 0x4000) !== 0;
    const width = isWide ? 7 : 14;
    for (let no = 0; no < width && symbols.length < total; no += 1)
      symbols.push(isWide ? (chunk >> (12 - no * 2)) & 3 : (chunk >> (13 - no)) & 1);
  }
  return { symbols, at };
}

/** The whole message. Differences that do not fit leave the packet as not arrived. */
export function writeFeedback(own: number, ssrc: number, { base, count, arrivals }: Feedback): Buffer {
  const first = arrivals.find((one) => one !== null) ?? 0;
  const reference = Math.floor(first / REFERENCE_MS);
  let ticks = Math.round((reference * REFERENCE_MS) / TICK_MS);
  const symbols: number[] = [];
  const differences: { size: 1 | 2; value: number }[] = [];
  for (const arrival of arrivals) {
    const value = arrival === null ? null : Math.round(arrival / TICK_MS) - ticks;
    if (value === null || value > 0x7fff || value < -0x8000) {
      symbols.push(0);
      continue;
    }
    ticks += value;
    const size = value >= 0 && value <= 0xff ? 1 : 2;
    symbols.push(size);
    differences.push({ size, value });
  }
  const chunks = Math.ceil(symbols.length / 7);
  const bytes = differences.reduce((sum, { size }) => sum + size, 0);
  const message = Buffer.alloc(Math.ceil((20 + chunks * 2 + bytes) / 4) * 4);
  message.writeUInt8(0x80 | 15, 0);
  message.writeUInt8(205, 1);
  message.writeUInt16BE(message.length / 4 - 1, 2);
  message.writeUInt32BE(own, 4);
  message.writeUInt32BE(ssrc, 8);
  message.writeUInt16BE(base, 12);
  message.writeUInt16BE(symbols.length, 14);
  message.writeUIntBE(reference & 0xffffff, 16, 3);
  message.writeUInt8(count & 0xff, 19);
  let at = 20;
  for (let no = 0; no < symbols.length; no += 7, at += 2) {
    let chunk = 0xc000;
    for (let bit = 0; bit < 7; bit += 1) chunk |= (symbols[no + bit] ?? 0) << (12 - bit * 2);
    message.writeUInt16BE(chunk, at);
  }
  for (const { size, value } of differences) {
    if (size === 1) message.writeUInt8(value, at);
    else message.writeInt16BE(value, at);
    at += size;
  }
  return message;
}
