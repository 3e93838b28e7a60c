/** Header of an RTP packet (RFC 3550), as far as the unit needs it. */
export interface RtpHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** The payload is between these two offsets, without padding. */
  readonly payloadAt: number;
  readonly payloadEnd: number;
  /** Offset of the first extension element, and of the end of all; equal: none. */
  readonly extensionsAt: number;
  readonly extensionsEnd: number;
  /** Elements have headers of one byte, or of two. */
  readonly hasLongExtensions: boolean;
}

const FIXED = 12;
const ONE_BYTE = 0xbede;
const TWO_BYTES = 0x1000;

/** Payload types 64 to 95 with the marker are RTCP (RFC 5761). */
export const isRtcp = (packet: Buffer): boolean =>
  packet.length >= 2 && (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;

/** Null: not a whole packet. */
export function readRtp(packet: Buffer): RtpHeader | null {
  if (packet.length < FIXED) return null;
  const first = packet.readUInt8(0);
  if (first >> 6 !== 2) return null;
  let at = FIXED + (first & 0x0f) * 4;
  let [extensionsAt, extensionsEnd, hasLongExtensions] = [at, at, false];
  if ((first & 0x10) !== 0) {
    if (packet.length < at + 4) return null;
    const profile = packet.readUInt16BE(at);
    hasLongExtensions = (profile & 0xfff0) === TWO_BYTES;
    const isKnown = profile === ONE_BYTE || hasLongExtensions;
    extensionsAt = at + 4;
    at = extensionsAt + packet.readUInt16BE(at + 2) * 4;
    extensionsEnd = isKnown ? at : extensionsAt;
  }
  const padding = (first & 0x20) !== 0 ? (packet.at(-1) ?? 0) : 0;
  const payloadEnd = packet.length - padding;
  if (at > payloadEnd) return null;
  const second = packet.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    marker: second >= 0x80,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payloadAt: at,
    payloadEnd,
    extensionsAt,
    extensionsEnd,
    hasLongExtensions,
  };
}

/** The content of a header extension; null: the packet has none of this number. */
export function extensionOf(packet: Buffer, header: RtpHeader, id: number): Buffer | null {
  const { extensionsEnd: end, hasLongExtensions: isLong } = header;
  let at = header.extensionsAt;
  while (at < end) {
    const first = packet.readUInt8(at);
    if (first === 0) {
      at += 1;
      continue;
    }
    if (isLong && at + 1 >= end) return null;
    const number = isLong ? first : first >> 4;
    if (!isLong && number === 15) return null;
    const length = isLong ? packet.readUInt8(at + 1) : (first & 0x0f) + 1;
    at += isLong ? 2 : 1;
    if (at + length > end) return null;
    if (number === id) return packet.subarray(at, at + length);
    at += length;
  }
  return null;
}

export interface OwnHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

/** Offset of the transport-wide number in a packet by `writeRtp`. */
const NUMBER_AT = FIXED + 5;

/** A packet with the transport-wide number as its only extension. */
export function writeRtp(own: OwnHeader, payload: Buffer, extension: number): Buffer {
  const packet = Buffer.allocUnsafe(FIXED + 8 + payload.length);
  packet.writeUInt8(0x90, 0);
  packet.writeUInt8(own.payloadType | (own.marker ? 0x80 : 0), 1);
  packet.writeUInt16BE(own.sequence, 2);
  packet.writeUInt32BE(own.timestamp, 4);
  packet.writeUInt32BE(own.ssrc, 8);
  packet.writeUInt16BE(ONE_BYTE, FIXED);
  packet.writeUInt16BE(1, FIXED + 2);
  packet.writeUInt8((extension << 4) | 1, FIXED + 4);
  packet.writeUInt16BE(0, NUMBER_AT);
  packet.writeUInt8(0, FIXED + 7);
  payload.copy(packet, FIXED + 8);
  return packet;
}

/** Each sending has its own transport-wide number, a repeated one too. */
export const setTransportNumber = (packet: Buffer, number: number): void =>
  void packet.writeUInt16BE(number & 0xffff, NUMBER_AT);

/** How far `b` is after `a` in numbers of 16 bits; negative: before it. */
export const ahead16 = (a: number, b: number): number => ((b - a + 0x8000) & 0xffff) - 0x8000;
