import type { ReadTx, WriteTx } from '../../src/ports/store.ts';
import type { Holder, HeldPoint } from '../time/holds.ts';
import { emptyFootprint, recordAccess, Readers } from './footprint.ts';
import type { Footprint } from './footprint.ts';

/** One executed point of an order. */
export interface Transition {
  readonly id: string;
  readonly point: HeldPoint;
  readonly footprint: Footprint;
  /** The transition during which this point was reached; null: at the beginning, or after time passed. */
  readonly cause: number | null;
  /** Number of transitions executed before the last passing of time that this point needed. */
  readonly afterTime: number;
  /** Ids that could have been released instead. */
  readonly enabled: readonly string[];
}

interface Held {
  readonly id: string;
  readonly point: HeldPoint;
  readonly resume: () => void;
  readonly cause: number | null;
  readonly afterTime: number;
}

const readers = new Readers();

/** Holds every point that is reached, and releases one at a time. */
export class Director implements Holder {
  readonly transitions: Transition[] = [];
  readonly #waiting: Held[] = [];
  readonly #numbers = new Map<string, number>();
  #present: Footprint | null = null;
  #afterTime = 0;
  #isOver = false;

  hold(point: HeldPoint, resume: () => void): void {
    if (this.#isOver) return resume();
    const name = `${point.kind} ${point.at}${point.what === '' ? '' : ` ${point.what}`}`;
    const number = (this.#numbers.get(name) ?? 0) + 1;
    this.#numbers.set(name, number);
    const cause = this.#present === null ? null : this.transitions.length - 1;
    this.#waiting.push({ id: `${name} #${number}`, point, resume, cause, afterTime: this.#afterTime });
    // Who reaches a queue first passes first: two who do so depend on each other.
    if (point.lane !== null) this.#present?.writes.add(queueOf(point));
  }

  isWaiting(lane: string): boolean {
    return this.#waiting.some(({ point }) => point.lane === lane);
  }

  watch<T extends ReadTx | WriteTx>(tx: T, node: string): T {
    this.#present?.reads.add(`memory ${node}`);
    if (!('nowMs' in tx)) readers.learn(tx);
    return this.#present === null ? tx : recordAccess(tx, readers.isReading, this.#present);
  }

  /** Points that may be released now: the first of each lane, the longest-waiting first. */
  enabled(): readonly string[] {
    const lanes = new Set<string>();
    const names: string[] = [];
    for (const { id, point } of this.#waiting) {
      if (point.lane === null || !lanes.has(point.lane)) names.push(id);
      if (point.lane !== null) lanes.add(point.lane);
    }
    return names;
  }

  /** Releases this point; the caller lets the work settle afterwards. */
  release(id: string, enabled: readonly string[]): void {
    const at = this.#waiting.findIndex((one) => one.id === id);
    const [next] = this.#waiting.splice(at, 1);
    if (!next) throw new Error(`${id} does not wait`);
    const { point, cause, afterTime, resume } = next;
    const footprint = emptyFootprint();
    for (const place of pagesOf(point)) footprint.writes.add(place);
    if (point.kind === 'commit') footprint.reads.add('memory database');
    this.#present = footprint;
    this.transitions.push({ id, point, footprint, cause, afterTime, enabled });
    resume();
  }

  /** Time passes: what is reached now needs everything that came before. */
  timePasses(): void {
    this.#present = null;
    this.#afterTime = this.transitions.length;
  }

  /** Releases everything in the order of arrival, and holds nothing further. */
  end(): void {
    this.#isOver = true;
    this.#present = null;
    for (const { resume } of this.#waiting.splice(0)) resume();
  }
}

const queueOf = ({ kind, at, lane }: HeldPoint): string =>
  kind === 'frame' || kind === 'up' ? `${kind}s ${at}` : `queue ${lane ?? ''}`;

/** Places that releasing a point of this kind changes in any case; the store adds the tables. */
function pagesOf({ kind, at }: HeldPoint): readonly string[] {
  switch (kind) {
    case 'press':
    case 'answer':
    case 'frame':
    case 'disk':
    case 'code':
      return [`device ${at}`];
    case 'event':
      return [`device ${at}`, `frames ${at}`, `ups ${at}`, `memory ${at}`];
    case 'up':
    case 'bus':
      return [`memory ${at}`];
    case 'request':
    case 'commit':
      return [];
  }
}
