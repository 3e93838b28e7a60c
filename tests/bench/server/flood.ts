import { systemIds } from '../../../src/server/platform/system-adapter.ts';
import type { HttpUser } from '../../support/http-user.ts';
import { SEND } from './crowd.ts';
import { Poster } from './poster.ts';

/** The time after which a client gives up a request, as in ours. */
const GIVE_UP_MS = 10_000;
const TICK_MS = 5;
/** The limit of a slow answer without other load. */
const SLOW_MS = 250;
/**
 * The number of all connections, from several addresses of this machine, because each may have a thousand
 * (LIMIT-7).
 */
const CONNECTIONS = 4_500;
const ADDRESSES = 5;
/**
 * The number of connections that open together before the measurement, because users do not all connect at
 * once.
 */
const OPENED_AT_ONCE = 50;
/** Requests that were due and have no connection yet. */
const QUEUE_MAX = 200_000;

export type Outcome = 'taken' | 'refused' | 'other' | 'gaveUp' | 'cut';

/** The number of requests by result, and the time of each from its due moment. */
export class Outcomes {
  readonly ms: Readonly<Record<Outcome, number[]>> = {
    taken: [],
    refused: [],
    other: [],
    gaveUp: [],
    cut: [],
  };
  readonly ids = new Set<string>();
  /** Waits in the refusals. */
  readonly retryAfter: number[] = [];
  /** The longest for which this process had no time. */
  lateMs = 0;
  /** Requests that waited for a connection here. */
  queued = 0;
  example = '';
  /** The due time of the last request that was refused or slow. */
  lastBadMs = 0;

  count(of: Outcome): number {
    return this.ms[of].length;
  }
}

interface Due {
  readonly dueMs: number;
  readonly id: string;
  poster: Poster | null;
  over: boolean;
}

/** The two users of a pair; the first one writes. */
export type Pair = readonly [HttpUser, HttpUser];

/**
 * Sends messages at a rate, regardless of earlier answers. After ten seconds without an answer it gives up
 * and closes the connection, as our client does.
 */
export class Flood {
  private readonly idle: Poster[] = [];
  private queue: Due[] = [];
  /**
   * The number of taken entries of the queue, because removing from the front of a long list moves all of it.
   */
  private taken = 0;
  /** Open requests in the order of their due times. The first is the next to give up. */
  private readonly open: Due[] = [];
  private connections = 0;
  private made = 0;
  private turn = 0;
  private readonly gone = new Map<Due, (value: null) => void>();

  constructor(
    private readonly url: URL,
    private readonly pairs: readonly Pair[],
  ) {}

  /** Connects all users, as if they had been online for a while. */
  async connect(): Promise<void> {
    while (this.connections < CONNECTIONS) {
      const some = Array.from({ length: OPENED_AT_ONCE }, () => this.opened());
      await Promise.all(some.map((poster) => poster.connected));
      this.idle.push(...some);
    }
  }

  async atRate(
    perSecond: number,
    seconds: number,
    outcomes: Outcomes,
    each?: (second: number) => void,
  ): Promise<void> {
    const begun = performance.now();
    let [due, second, looked] = [0, 0, begun];
    for (;;) {
      outcomes.lateMs = Math.max(outcomes.lateMs, performance.now() - looked - TICK_MS);
      looked = performance.now();
      const passedMs = performance.now() - begun;
      if (passedMs >= seconds * 1_000) break;
      for (; due < (passedMs / 1_000) * perSecond; due += 1)
        this.begin(begun + (due * 1_000) / perSecond, outcomes);
      this.giveUp(outcomes);
      if (passedMs / 1_000 >= second + 1) each?.((second += 1));
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }

  /** Sends from this number of connections, each after the previous answer, to find the maximum rate. */
  async closed(connections: number, seconds: number, outcomes: Outcomes): Promise<void> {
    const end = performance.now() + seconds * 1_000;
    const line = async (): Promise<void> => {
      const poster = new Poster(this.url);
      while (performance.now() < end)
        await this.send(
          { dueMs: performance.now(), id: systemIds.uuid(), poster, over: false },
          poster,
          outcomes,
        );
      poster.close();
    };
    await Promise.all(Array.from({ length: connections }, line));
  }

  /** Waits until open requests are answered or given up. */
  async drained(outcomes: Outcomes): Promise<void> {
    while (this.open.some((one) => !one.over)) {
      this.giveUp(outcomes);
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }

  close(): void {
    for (const poster of this.idle.splice(0)) poster.close();
  }

  private begin(dueMs: number, outcomes: Outcomes): void {
    const one: Due = { dueMs, id: systemIds.uuid(), poster: null, over: false };
    this.open.push(one);
    const poster = this.poster();
    if (poster) void this.sendFrom(one, poster, outcomes);
    else if (this.queue.length - this.taken < QUEUE_MAX) {
      outcomes.queued += 1;
      this.queue.push(one);
    } else this.end(one, 'gaveUp', outcomes);
  }

  private poster(): Poster | null {
    const entry = this.idle.pop();
    if (entry) return entry;
    return this.connections >= CONNECTIONS ? null : this.opened();
  }

  private opened(): Poster {
    this.connections += 1;
    this.made += 1;
    return new Poster(this.url, `127.0.0.${2 + (this.made % ADDRESSES)}`);
  }

  private async sendFrom(one: Due, poster: Poster, outcomes: Outcomes): Promise<void> {
    const lives = await this.send(one, poster, outcomes);
    if (lives) this.idle.push(poster);
    else this.connections -= 1;
    this.next(outcomes);
  }

  private next(outcomes: Outcomes): void {
    for (; this.taken < this.queue.length; this.taken += 1) {
      const one = this.queue[this.taken];
      if (!one || one.over) continue;
      const poster = this.poster();
      if (!poster) return;
      this.taken += 1;
      return void this.sendFrom(one, poster, outcomes);
    }
    this.queue = [];
    this.taken = 0;
  }

  /** @returns whether the connection can be used again */
  private async send(one: Due, poster: Poster, outcomes: Outcomes): Promise<boolean> {
    const [from, to] = this.pairs[(this.turn += 1) % this.pairs.length] as Pair;
    one.poster = poster;
    const body = JSON.stringify({
      id: one.id,
      toContactId: String(to.id),
      type: 'text',
      content: `we see you at ten ${this.turn}`,
      at: [],
    });
    const exit = new Promise<null>((resolve) => this.gone.set(one, resolve));
    const answer = await Promise.race([
      poster.post(SEND, from.token.replace(/^bearer /i, ''), body),
      exit,
    ]).catch(() => 'cut');
    this.gone.delete(one);
    if (answer === null) return false;
    if (answer === 'cut') {
      poster.close();
      this.end(one, 'cut', outcomes);
      return false;
    }
    if (answer.startsWith('{"code":0')) outcomes.ids.add(one.id);
    const wait = /"retry_ms":(\d+)/.exec(answer)?.[1];
    if (wait !== undefined) outcomes.retryAfter.push(Number(wait));
    else if (!answer.startsWith('{"code":0')) outcomes.example = answer.slice(0, 200);
    this.end(
      one,
      answer.startsWith('{"code":0') ? 'taken' : wait === undefined ? 'other' : 'refused',
      outcomes,
    );
    return true;
  }

  private giveUp(outcomes: Outcomes): void {
    const before = performance.now() - GIVE_UP_MS;
    let at = 0;
    for (; at < this.open.length; at += 1) {
      const one = this.open[at];
      if (!one || (!one.over && one.dueMs > before)) break;
      if (one.over) continue;
      this.end(one, 'gaveUp', outcomes);
      one.poster?.close();
      this.gone.get(one)?.(null);
    }
    this.open.splice(0, at);
  }

  private end(one: Due, how: Outcome, outcomes: Outcomes): void {
    one.over = true;
    const tookMs = performance.now() - one.dueMs;
    outcomes.ms[how].push(tookMs);
    if (how !== 'taken' || tookMs > SLOW_MS) outcomes.lastBadMs = Math.max(outcomes.lastBadMs, one.dueMs);
  }
}
