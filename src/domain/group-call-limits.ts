import { MINUTE, SECOND } from './duration.ts';
import { groupCallSizes } from './group-call-sizes.ts';

/** Group calls: each device is connected with each other one, so the number of people is small. */
export const groupCallLimits = {
  ...groupCallSizes,
  /** Open calls of one node's groups. */
  callsMax: 10_000,
  /** Candidates in one signal. */
  candidatesMax: 32,
  /** Candidates of one connection that a device takes; more come from no honest device. */
  pathCandidatesMax: 256,
  /** Signals of devices that are not listed yet, kept until the list has them. */
  earlySignalsMax: 64,
  /** Signals that wait to be sent on a device. */
  signalsMax: 512,
  /** How often the server looks for devices whose socket is gone, and how many looks in a row mean gone. */
  lookMs: 2 * SECOND,
  missedMax: 2,
  /** After the start of a server, how long devices may take to bind again. */
  settleMs: 15 * SECOND,
  /** Users whom the record of a call names. */
  usersMax: 500,
  /** A connection that is not made by then is begun again, with these waits before each new attempt. */
  connectMs: 10 * SECOND,
  againMs: [SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND],
  /** A device that cannot reach the server for so long has left. */
  awayMaxMs: MINUTE,
} as const;
