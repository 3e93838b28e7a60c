import { ahead16 } from './rtp.ts';
import { type Feedback, readFeedback } from './transport-feedback.ts';

/** Messages of RTCP that the unit understands (RFC 3550, RFC 4585). */
export type RtcpMessage =
  | { readonly type: 'lost'; readonly ssrc: number; readonly sequences: readonly number[] }
  | { readonly type: 'keyframe'; readonly ssrc: number }
  | { readonly type: 'feedback'; readonly feedback: Feedback }
  | { readonly type: 'time'; readonly ssrc: number; readonly time: SenderTime };

/** Time of a sender: both halves of the NTP clock, and the same moment in the clock of its packets. */
export interface SenderTime {
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly timestamp: number;
}

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT = 205;
const PAYLOAD = 206;

/** Maximum of sequence numbers that one message may ask for. */
const LOST_MAX = 512;

/** Messages of a compound packet, as far as it is whole. */
export function readRtcp(packet: Buffer): readonly RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  let at = 0;
  while (at + 8 <= packet.length) {
    const first = packet.readUInt8(at);
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4;
    if (first >> 6 !== 2 || end > packet.length) break;
    const message = readMessage(packet.readUInt8(at + 1), first & 0x1f, packet.subarray(at, end));
    if (message !== null) messages.push(message);
    at = end;
  }
  return messages;
}

function readMessage(type: number, format: number, message: Buffer): RtcpMessage | null {
  if (type === SENDER_REPORT && message.length >= 28) {
    const time = {
      ntpSeconds: message.readUInt32BE(8),
      ntpFraction: message.readUInt32BE(12),
      timestamp: message.readUInt32BE(16),
    };
    return { type: 'time', ssrc: message.readUInt32BE(4), time };
  }
  if (message.length < 12) return null;
  const ssrc = message.readUInt32BE(8);
  if (type === PAYLOAD && format === 1) return { type: 'keyframe', ssrc };
  // A full intra request names its target in its first entry.
  if (type === PAYLOAD && format === 4 && message.length >= 20)
    return { type: 'keyframe', ssrc: message.readUInt32BE(12) };
  if (type === TRANSPORT && format === 1) return { type: 'lost', ssrc, sequences: lostIn(message) };
  if (type !== TRANSPORT || format !== 15) return null;
  const feedback = readFeedback(message.subarray(12));
  return feedback && { type: 'feedback', feedback };
}

function lostIn(message: Buffer): readonly number[] {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= message.length && sequences.length < LOST_MAX; at += 4) {
    const first = message.readUInt16BE(at);
    const mask = message.readUInt16BE(at + 2);
    sequences.push(first);
    for (let bit = 0; bit < 16; bit += 1)
      if ((mask & (1 << bit)) !== 0) sequences.push((first + bit + 1) & 0xffff);
  }
  return sequences;
}

/** The header of a message; its length follows from the buffer. */
function header(message: Buffer, format: number, type: number): Buffer {
  message.writeUInt8(0x80 | format, 0);
  message.writeUInt8(type, 1);
  message.writeUInt16BE(message.length / 4 - 1, 2);
  return message;
}

export function writeKeyframeRequest(own: number, ssrc: number): Buffer {
  const message = header(Buffer.alloc(12), 1, PAYLOAD);
  message.writeUInt32BE(own, 4);
  message.writeUInt32BE(ssrc, 8);
  return message;
}

/** Asks for lost packets again; the numbers are in order. */
export function writeLost(own: number, ssrc: number, sequences: readonly number[]): Buffer {
  const entries: { first: number; mask: number }[] = [];
  for (const sequence of sequences) {
    const last = entries.at(-1);
    const after = last === undefined ? 0 : ahead16(last.first, sequence);
    if (last !== undefined && after > 0 && after <= 16) last.mask |= 1 << (after - 1);
    else entries.push({ first: sequence, mask: 0 });
  }
  const message = header(Buffer.alloc(12 + entries.length * 4), 1, TRANSPORT);
  message.writeUInt32BE(own, 4);
  message.writeUInt32BE(ssrc, 8);
  entries.forEach(({ first, mask }, index) => {
    message.writeUInt16BE(first, 12 + index * 4);
    message.writeUInt16BE(mask, 14 + index * 4);
  });
  return message;
}

export interface ReceiverBlock {
  readonly ssrc: number;
  /** Lost since the last report, of 256. */
  readonly fraction: number;
  readonly lost: number;
  /** Highest sequence number with the count of its turns in front. */
  readonly highest: number;
  /** Middle of the last sender report's time, and the wait since, in 1/65536 s. */
  readonly lastReport: number;
  readonly waited: number;
}

export function writeReceiverReport(own: number, blocks: readonly ReceiverBlock[]): Buffer {
  const message = header(Buffer.alloc(8 + blocks.length * 24), blocks.length, RECEIVER_REPORT);
  message.writeUInt32BE(own, 4);
  blocks.forEach((block, index) => {
    const at = 8 + index * 24;
    message.writeUInt32BE(block.ssrc, at);
    message.writeUInt8(block.fraction, at + 4);
    message.writeUIntBE(Math.min(block.lost, 0x7fffff), at + 5, 3);
    message.writeUInt32BE(block.highest >>> 0, at + 8);
    message.writeUInt32BE(0, at + 12);
    message.writeUInt32BE(block.lastReport >>> 0, at + 16);
    message.writeUInt32BE(block.waited >>> 0, at + 20);
  });
  return message;
}

/** The report of the unit for a stream that it sends. */
export function writeSenderReport(
  ssrc: number,
  time: SenderTime,
  sent: { readonly packets: number; readonly bytes: number },
): Buffer {
  const message = header(Buffer.alloc(28), 0, SENDER_REPORT);
  message.writeUInt32BE(ssrc, 4);
  message.writeUInt32BE(time.ntpSeconds, 8);
  message.writeUInt32BE(time.ntpFraction, 12);
  message.writeUInt32BE(time.timestamp >>> 0, 16);
  message.writeUInt32BE(sent.packets >>> 0, 20);
  message.writeUInt32BE(sent.bytes >>> 0, 24);
  return message;
}
