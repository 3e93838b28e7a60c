import { SECOND } from '../../domain/duration.ts';

/** Limits of the unit that forwards the sound and pictures of group calls (docs/security.md). */
export const unitLimits = {
  /** Calls and connections of one unit. A device has three connections. */
  callsMax: 500,
  connectionsMax: 1_500,
  /** Streams that one connection sends: three layers of a picture, and one after a change of the camera. */
  sourcesMax: 6,
  /** Lines of a downward connection: sound and picture of each other device. */
  linesMax: 96,
  /** Length of an offer, of a message on the data channel, and messages of a device in a second. */
  offerMax: 60_000,
  messageMax: 16_384,
  messagesPerSecond: 20,
  /**
   * Sounds forwarded at a time; the level from which a sound counts, in dB below the loudest; for how long it
   * keeps its place; how much louder another one must be.
   */
  voicesMax: 8,
  voiceLevel: 60,
  voiceHoldMs: SECOND,
  voiceLouder: 9,
  /** Bits per second that the unit forwards of one upward connection; more is dropped. */
  upwardBps: 6_000_000,
  /** Bits per second to all receivers of a call, and of a unit: pictures get smaller first. */
  callBps: 200_000_000,
  unitBps: 500_000_000,
  /** Packets of one stream kept for receivers that lost them: a power of two. */
  cachePackets: 256,
  /** A lost packet is asked for so often, after these waits, and then given up. */
  lostAskedMax: 6,
  lostFirstMs: 15,
  lostAgainMs: 60,
  lostMax: 128,
  /** A sender is asked for a key frame at most this often. */
  keyframeMs: 500,
  /** How often feedback, lost packets and the share of the receivers are looked at. */
  tickMs: 20,
  feedbackMs: 60,
  shareMs: 500,
  reportMs: SECOND,
  /** A connection that is not made, or is silent, for so long is closed. */
  connectMs: 20 * SECOND,
  /** The estimate of what a receiver can take, in bits per second. */
  firstBps: 1_500_000,
  leastBps: 60_000,
  mostBps: 20_000_000,
  /** Waits before the process is started again after it ended, the last one for all further ones. */
  againMs: [200, SECOND, 5 * SECOND, 30 * SECOND],
  /** A unit that ran so long begins with the first wait again. */
  steadyMs: 60 * SECOND,
  /** Answers that wait for the process, how long one waits, and how long the process may be silent. */
  asksMax: 256,
  askMs: 5 * SECOND,
  silentMs: 4 * SECOND,
  figuresMs: SECOND,
} as const;
