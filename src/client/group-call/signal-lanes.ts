import { callLimits } from '../../domain/call-limits.ts';
import type { GroupCallSignalKind } from '../../domain/group-call.ts';
import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RequestOutcome } from '../connection/outcome.ts';

/** A signal of this device on its way to another. */
export interface OwnSignal {
  readonly to: string;
  readonly kind: GroupCallSignalKind;
  readonly text: string;
  /** JSON of each candidate that goes together. */
  readonly candidates: readonly string[];
  readonly path: number;
}

interface Item {
  readonly signal: OwnSignal;
  attempts: number;
}

interface Lane {
  waiting: Item[];
  running: boolean;
  timer: unknown;
}

export interface SignalLanesParts {
  readonly clock: Clock;
  readonly send: (signal: OwnSignal) => Promise<RequestOutcome>;
}

/**
 * Signals leave in order for each device, one request at a time; a slow device delays no other. Candidates go
 * together. The queue is bounded: the connection is begun again if a signal is lost (GCALL-12).
 */
export class SignalLanes {
  readonly #parts: SignalLanesParts;
  readonly #lanes = new Map<string, Lane>();

  constructor(parts: SignalLanesParts) {
    this.#parts = parts;
  }

  push(signal: OwnSignal): void {
    const lane = this.#lanes.get(signal.to) ?? { waiting: [], running: false, timer: null };
    this.#lanes.set(signal.to, lane);
    // A newer connection makes the signals of the previous one useless.
    lane.waiting = lane.waiting.filter((item) => isOfKeys(item) || item.signal.path >= signal.path);
    if (this.#waitingCount() >= limits.signalsMax) return;
    lane.waiting.push({ signal, attempts: 0 });
    this.#next(signal.to, lane);
  }

  drop(device: string): void {
    const lane = this.#lanes.get(device);
    if (lane === undefined) return;
    this.#parts.clock.clearTimeout(lane.timer);
    lane.waiting = [];
    this.#lanes.delete(device);
  }

  clear(): void {
    for (const device of Array.from(this.#lanes.keys())) this.drop(device);
  }

  #waitingCount(): number {
    return [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  #next(device: string, lane: Lane): void {
    const [head] = lane.waiting;
    if (head === undefined || lane.running || lane.timer !== null) return;
    // Candidates come in quick succession.
    const waitMs =
      head.signal.kind === 'iceCandidate' && head.attempts === 0 ? callLimits.candidateWaitMs : 0;
    if (waitMs > 0) this.#wait(device, lane, waitMs);
    else void this.#sendHead(device, lane);
  }

  #wait(device: string, lane: Lane, waitMs: number): void {
    lane.timer = this.#parts.clock.setTimeout(() => {
      lane.timer = null;
      if (this.#lanes.get(device) === lane) void this.#sendHead(device, lane);
    }, waitMs);
  }

  async #sendHead(device: string, lane: Lane): Promise<void> {
    const item = takeHead(lane);
    if (item === null) return;
    lane.running = true;
    const answer = await this.#parts.send(item.signal);
    lane.running = false;
    if (this.#lanes.get(device) !== lane) return;
    if (answer.outcome === 'held') return this.clear();
    if (answer.outcome === 'later' || answer.outcome === 'unknown') {
      const waitMs = limits.againMs[item.attempts];
      item.attempts += 1;
      const isNeeded = isOfKeys(item) || !lane.waiting.some((one) => one.signal.path > item.signal.path);
      if (waitMs !== undefined && isNeeded) {
        lane.waiting.unshift(item);
        return this.#wait(
          device,
          lane,
          answer.outcome === 'later' ? Math.max(waitMs, answer.waitMs) : waitMs,
        );
      }
    }
    this.#next(device, lane);
  }
}

/** Messages of keys belong to no connection. */
const isOfKeys = ({ signal }: Item): boolean => signal.kind === 'key';

/** The first signal; a candidate takes along those of its connection that wait behind it. */
function takeHead(lane: Lane): Item | null {
  const head = lane.waiting.shift();
  if (head === undefined) return null;
  const { signal } = head;
  if (signal.kind !== 'iceCandidate' || head.attempts > 0) return head;
  const count = lane.waiting.findIndex((one) => one.signal.kind !== 'iceCandidate');
  const mates = lane.waiting.splice(
    0,
    Math.min(count < 0 ? lane.waiting.length : count, limits.candidatesMax - 1),
  );
  return {
    ...head,
    signal: { ...signal, candidates: [head, ...mates].flatMap((one) => one.signal.candidates) },
  };
}
