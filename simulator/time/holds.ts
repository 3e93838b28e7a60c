import type { ReadTx, WriteTx } from '../../src/ports/store.ts';

/** Kinds of points at which work can be held until a chosen order releases it. */
export type PointKind =
  | 'press'
  | 'event'
  | 'request'
  | 'answer'
  | 'commit'
  | 'up'
  | 'frame'
  | 'bus'
  | 'disk'
  | 'code';

/** A point that some work has reached. */
export interface HeldPoint {
  readonly kind: PointKind;
  /** The device or node where it happens. */
  readonly at: string;
  readonly what: string;
  /** Work of one lane passes in the order of its arrival; null: in any order. */
  readonly lane: string | null;
}

/** Decides when held work continues. */
export interface Holder {
  hold(point: HeldPoint, resume: () => void): void;
  /** Something of this lane waits. */
  isWaiting(lane: string): boolean;
  /** The same transaction, with a record of what it reads and writes. */
  watch<T extends ReadTx | WriteTx>(tx: T, node: string): T;
}

/** While a holder is present, it decides the order; otherwise delays are drawn. */
export interface Holds {
  present: Holder | null;
  /** Sees each frame that a node gives to a socket of a device. */
  onFrame?: (device: string, text: string) => void;
}

/** Resolves when a chosen order lets it pass; `drawn` gives the way without one. */
export const passing = ({ present }: Holds, point: HeldPoint, delay: () => Promise<void>): Promise<void> =>
  present === null ? delay() : new Promise((resolve) => present.hold(point, resolve));
