import type { Chance } from '../plan/random.ts';
import type { Holds } from '../time/holds.ts';
import type { Trace } from '../plan/trace.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';

/** How badly things go at the moment. Odds are 0 … 1, times are the longest that may be drawn. */
export interface Weather {
  latencyMs: number;
  storeMs: number;
  /** Storage of the browser, and how late other tabs hear what was written. */
  diskMs: number;
  busDelayMs: number;
  busLoss: number;
  /** A request breaks before it reaches a node. */
  requestLoss: number;
  /** The answer breaks after the node did its work. */
  answerLoss: number;
  /** A request or its answer disappears without a word, so only the client's own limit ends it. */
  silence: number;
  /** The network delivers a request twice. */
  repeat: number;
  /** The outer commit fails. */
  commitFails: number;
  /** A transaction stays open for a while, so that a kill can hit it. */
  slowTransaction: number;
  /** A read of the store fails. */
  readFails: number;
  /** A command runs twice, as on an engine that retries: the first run is rolled back. */
  runsTwice: number;
  /** A socket breaks at a frame that a node sends: it and what follows is lost. */
  breaksAtFrame: number;
  /** A socket stops reading: its node closes it. */
  slowReader: number;
  /** A socket never opens, without any report. */
  hangs: number;
  /** The user denies the microphone. */
  mediaDenied: number;
  /** A connection of a call finds no path. */
  mediaBroken: number;
  /** Above 0: the disk for files has no room. */
  filesFull: number;
  /** Above 0: no mail is sent. */
  mailAway: number;
}

export const FINE: Readonly<Weather> = {
  latencyMs: 20,
  storeMs: 1,
  diskMs: 8,
  busDelayMs: 5,
  busLoss: 0,
  requestLoss: 0,
  answerLoss: 0,
  silence: 0,
  repeat: 0,
  commitFails: 0,
  slowTransaction: 0,
  readFails: 0,
  runsTwice: 0,
  breaksAtFrame: 0,
  slowReader: 0,
  hangs: 0,
  mediaDenied: 0,
  mediaBroken: 0,
  filesFull: 0,
  mailAway: 0,
};

/** Dependencies of every part of a World. */
export interface Surroundings {
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly weather: Weather;
  readonly orderControl: Holds;
  /** Counts a fault that was injected, or a mark that was reached. */
  count(what: string): void;
  /** Reports a broken promise. */
  fault(promise: string, text: string): void;
}
