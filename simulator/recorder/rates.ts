import {
  AT_ONCE,
  EXPECTED_LIMITS as LIMITS,
  expectedLimit,
  isRightWait,
  PassedCount,
  SEARCH_WAIT_MS,
  wider,
} from '../oracle/rates.ts';
import type { Countable, OracleLimit } from '../oracle/rates.ts';
import { bodiesOf, listIn } from './body.ts';
import { reasonOf } from './reasons.ts';
import type { RequestPlace, RecordedRequest } from './recorded.ts';

/** A request received by a node, with that node known. */
type Placed = RecordedRequest & { readonly place: RequestPlace };

/** Cost of one request for a limit; null: not counted. */
type Cost = (other: Placed) => number | null;

interface Source {
  readonly limit: OracleLimit;
  readonly cost: Cost;
}

/** Requests that send a message or an event to a chat. */
const TELLING: ReadonlySet<string> = new Set(
  `sendmessage forwardmessage uploadfile editmessage undomessage delmessage pinmessage schedulemessage
    changescheduled sendscheduled settimer sendtomsg setnotice`.split(/\s+/),
);

/** Answers given before counting: an invalid login, a full node, an unknown path. */
const UNCOUNTED: ReadonlySet<number> = new Set([-1, 404, 502]);

/**
 * Every request refused by a rate limit had reached that limit in the same process; and no admitted request
 * exceeds one (LIMIT-1, SIM-29). Nodes of a World count separately (LIMIT-5).
 */
export class Rates {
  /** All that a process was asked, in order. */
  readonly #requests = new Map<object, Placed[]>();
  readonly #counts = new WeakMap<object, Map<string, PassedCount>>();
  /** Registration intervals per address ever configured here, in seconds. */
  readonly #intervals = new Set<number>();
  #refused: Placed[] = [];

  constructor(private readonly faults: string[]) {}

  /** Sets the operator's interval between two registrations. */
  ruled(registerIntervalSec: number): void {
    if (registerIntervalSec > 0) this.#intervals.add(registerIntervalSec);
  }

  /** Takes requests in order of arrival. */
  receive(one: RecordedRequest): void {
    // Other systems may call a hook as often as its own limit allows.
    if (!isPlaced(one) || one.call === 'hook') return;
    const requests = this.#requests.get(one.place.process) ?? [];
    requests.push(one);
    this.#requests.set(one.place.process, requests);
    const isRefused = isTooOften(one);
    if (isRefused) this.#refused.push(one);
    const { limit, of } = expectedLimit(pathOf(one));
    if (of === 'person' && one.user === null) return;
    const isCounted = one.answer !== null && !UNCOUNTED.has(one.answer.code) && !isRefused;
    const name = `${pathOf(one)} ${of === 'person' ? one.user : one.place.address}`;
    if (this.#countOf(one.place.process, name, limit).add(countable(one, 1), isCounted))
      this.faults.push(`${one.path} was answered more often than ${limitText(limit)} for ${name}`);
  }

  /** Runs at a rest: all requests before a refusal are known then. */
  look(): void {
    for (const one of this.#refused) {
      const waitMs = retryIn(one.answer?.data);
      const others = this.#requests.get(one.place.process) ?? [];
      const who = one.user ?? one.place.address;
      if (!this.#isRight(one, others, waitMs))
        this.faults.push(
          `${who} was refused ${one.path} as asked too often, for ${waitMs} ms, and it was not`,
        );
    }
    this.#refused = [];
  }

  #countOf(process: object, name: string, limit: OracleLimit): PassedCount {
    const counts = this.#counts.get(process) ?? new Map<string, PassedCount>();
    this.#counts.set(process, counts);
    const count = counts.get(name) ?? new PassedCount(limit);
    counts.set(name, count);
    return count;
  }

  #isRight(one: Placed, others: readonly Placed[], waitMs: number): boolean {
    if (isCrowded(one, others, waitMs)) return true;
    return [...sourcesOf(one), ...this.#intervalsOf(one)].some(({ limit, cost }) => {
      const countables = others.flatMap((other) => {
        const much = other === one ? null : cost(other);
        return much === null ? [] : [countable(other, much)];
      });
      return isRightWait(limit, countables, countable(one, cost(one) ?? 1), waitMs);
    });
  }

  #intervalsOf(one: Placed): readonly Source[] {
    if (one.call !== 'register') return [];
    const cost: Cost = (other) => (other.call === 'register' && isSamePlace(one, other) ? 1 : null);
    return [...this.#intervals].map((sec) => ({ limit: { times: 1, windowMs: sec * 1_000 }, cost }));
  }
}

const isPlaced = (one: RecordedRequest): one is Placed => one.place !== undefined;

/** The path without a code or fields behind it. */
const pathOf = ({ path }: RecordedRequest): string => {
  const bare = path.toLowerCase().replace(/\?.*$/, '');
  return bare.startsWith('/scan/') ? bare.slice(0, 7) : bare;
};

const isTooOften = ({ answer }: RecordedRequest): boolean =>
  answer !== null && answer.code !== 0 && reasonOf(answer.msg) === 'tooOften';

/** The retry time in a refusal; 0 without one. */
export function retryIn(data: unknown): number {
  const ms = typeof data === 'object' && data !== null && 'retry_ms' in data ? data.retry_ms : 0;
  return typeof ms === 'number' ? ms : 0;
}

const countable = ({ cameMs, overMs }: Placed, cost: number): Countable => ({
  fromMs: cameMs,
  untilMs: overMs ?? Number.POSITIVE_INFINITY,
  cost,
});

/** Returns true for the same address, or the same browser. */
const isSamePlace = (one: Placed, other: Placed): boolean =>
  one.place.address === other.place.address ||
  (one.place.cookie !== null && one.place.cookie === other.place.cookie);

/** Everything that may count against this request, of a person or of an address. */
function sourcesOf(one: Placed): readonly Source[] {
  const { call, user } = one;
  const { limit, of } = expectedLimit(pathOf(one));
  const [mine, here] = [
    (other: Placed) => user !== null && other.user === user,
    (other: Placed) => isSamePlace(one, other),
  ];
  const both = (each: OracleLimit, cost: Cost): readonly Source[] => [
    { limit: each, cost: (other) => (mine(other) ? cost(other) : null) },
    { limit: wider(each), cost: (other) => (here(other) ? cost(other) : null) },
  ];
  const same: Cost = (other) => (pathOf(other) === pathOf(one) ? 1 : null);
  const ofHere = (each: OracleLimit, cost: Cost): Source => ({
    limit: each,
    cost: (other) => (here(other) || mine(other) ? cost(other) : null),
  });
  const calls = of === 'person' ? both(limit, same) : [ofHere(limit, same)];
  const answers = { limit: LIMITS.answers, cost: (other: Placed) => (mine(other) ? other.size * 3 : null) };
  return [
    ...calls,
    answers,
    ...(call === 'login' ? [ofHere(LIMITS.login, same)] : []),
    ...(call === 'sendcode' ? [ofHere(LIMITS.codes, same)] : []),
    ...(call === 'register' ? [ofHere(LIMITS.taken, same)] : []),
    ...(call === 'groupinfo' ? both(LIMITS.preview, same) : []),
    ...(TELLING.has(call) ? [...both(LIMITS.items, itemsIn), ...both(LIMITS.markup, markupIn)] : []),
  ];
}

function itemsIn({ call, body }: Placed): number | null {
  if (!TELLING.has(call)) return null;
  const bodies = bodiesOf(body);
  return Math.max(1, bodies.length, ...bodies.map((one) => listIn(one['user_ids']).length));
}

const markupIn = ({ call, body }: Placed): number | null => (TELLING.has(call) ? (body?.length ?? 0) : null);

/** Too much of the same person was under way: calls of any kind, or searches. */
function isCrowded(one: Placed, others: readonly Placed[], waitMs: number): boolean {
  if (waitMs !== AT_ONCE.waitMs && waitMs !== SEARCH_WAIT_MS) return false;
  const beside = others.filter(
    (other) =>
      other !== one &&
      other.user === one.user &&
      other.cameMs <= (one.overMs ?? Infinity) &&
      (other.overMs ?? Infinity) >= one.cameMs,
  );
  if (waitMs === AT_ONCE.waitMs && beside.length >= AT_ONCE.times) return true;
  // One is under way, this one waited, and a newer one came.
  const searches = beside.filter(({ call }) => call === 'search' || call === 'getmessagelist');
  return waitMs === SEARCH_WAIT_MS && SEARCHING.has(one.call) && searches.length >= 2;
}

const SEARCHING: ReadonlySet<string> = new Set(['search', 'getmessagelist']);

const limitText = ({ times, windowMs }: OracleLimit): string => `${times} times in ${windowMs} ms`;
