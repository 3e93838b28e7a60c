import { MINUTE, SECOND } from './duration.ts';
import { groupCallSizes } from './group-call-sizes.ts';

/** Group calls: each device is connected with each other one, so the number of people is small. */
export const groupCallLimits = {
  ...groupCallSizes,
  /** A device that the unit does not reach for so long is connected directly as well. */
  unreachedMs: 5 * SECOND,
  /** From so many devices on, a call goes through the unit, if one runs (GCALL-23). */
  unitFrom: 4,
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
  /** Streams of one sender that a connection remembers, to show no frame twice. */
  streamsMax: 64,
  /** How long frames wait for a key that is late. */
  lateKeyMs: SECOND,
  /** How often a device asks another for its key, and how many times before it counts as one without. */
  askKeyMs: 2 * SECOND,
  askKeyMax: 4,
  /** A key is sent to the same device at most once in this time, unless it changed. */
  shareKeyMs: SECOND,
  /** Leaves in this time change the key once. */
  rekeyMs: 250,
  /** Delay between sending a new key and its use. */
  switchKeyMs: 500,
  /** How long a reaction is shown. */
  reactionMs: 4 * SECOND,
  /** A device that cannot reach the server for so long has left. */
  awayMaxMs: MINUTE,
} as const;
