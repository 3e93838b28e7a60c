import type { CallCode } from '../../domain/call.ts';
import type { MessageId, UserId } from '../../domain/ids.ts';
import { callLimits as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { SIGNALS } from '../../wire/calls/signalling.ts';
import { sendToMsg } from '../../wire/calls/signalling.ts';
import type { Api } from '../connection/api.ts';
import { outcomeOf } from '../connection/outcome.ts';
import { path } from '../connection/answers.ts';

/** A step of signalling on its way out. */
export interface SignalStep {
  readonly call: MessageId;
  readonly to: UserId;
  readonly video: boolean;
  readonly event: (typeof SIGNALS)[number];
  readonly code: CallCode | null;
  readonly talkSec: number | null;
  readonly sdp: string;
  /** JSON of each candidate. */
  readonly candidates: readonly string[];
  /** Which connection of the call it belongs to; 0 before the first (CALL-20). */
  readonly path: number;
}

/**
 * Steps of calls are sent one after another, across calls: an answer to a call must not reach the server
 * before the end of the own call it replaces. A step of unknown outcome is repeated with the same `op`, a few
 * times; a step made obsolete by a later one is never sent (CALL-19).
 */
export interface SignalQueue {
  push(step: SignalStep): void;
  /** The call ended here: of the waiting steps only its start and its end are still sent. */
  over(call: MessageId): void;
  /**
   * The page or the session ends: the last step pushed by `say` and every unanswered hang-up leave at once,
   * and nothing after them. Returns null if nothing has to be sent.
   */
  leave(say: () => void): Promise<unknown> | null;
  clear(): void;
}

export interface SignalQueueParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly api: Api;
  /** The other side understands candidates that come together (CALL-20). */
  readonly joins: (call: MessageId) => boolean;
  readonly sent: (step: SignalStep, data: unknown) => void;
  readonly refused: (step: SignalStep, reason: string) => void;
  /** Abandoned or left behind: this side will not learn whether it arrived. */
  readonly failed: (step: SignalStep) => void;
}

interface Item {
  readonly step: SignalStep;
  readonly op: string;
  attempts: number;
  /** A later step made it useless while it was on its way. */
  useless: boolean;
}

const PATH = path(sendToMsg);

export const createSignalQueue = (parts: SignalQueueParts): SignalQueue => new Queue(parts);

class Queue implements SignalQueue {
  readonly #parts: SignalQueueParts;
  #waiting: Item[] = [];
  #running: Item | null = null;
  /** Waits for its time; another step at the head does not wait for it. */
  #delayedItem: Item | null = null;
  #timer: unknown = null;
  #leaving = false;
  /** Posts of candidates of one connection, to send them ever more together. */
  #posts: { readonly of: string; count: number } = { of: '', count: 0 };

  constructor(parts: SignalQueueParts) {
    this.#parts = parts;
  }

  push(step: SignalStep): void {
    const unsent = this.#waiting.some(
      (item) => item.step.call === step.call && item.step.event === 'calling' && item.attempts === 0,
    );
    this.#waiting = this.#waiting.filter((item) => !replaces(step, item.step, item.attempts));
    if (this.#running && replaces(step, this.#running.step, 1)) this.#running.useless = true;
    // The `calling` was never sent, so its end need not be sent either.
    if (step.event === 'hangup' && unsent) return this.#next();
    if (this.#waiting.length >= limits.signalsMax) return this.#parts.failed(step);
    this.#waiting.push({ step, op: this.#parts.ids.uuid(), attempts: 0, useless: false });
    this.#next();
  }

  over(call: MessageId): void {
    const isUseless = ({ step: { call: of, event } }: Item): boolean =>
      of === call && event !== 'calling' && event !== 'hangup' && event !== 'busy';
    this.#waiting = this.#waiting.filter((item) => !isUseless(item));
    if (this.#running && isUseless(this.#running)) this.#running.useless = true;
    this.#next();
  }

  leave(say: () => void): Promise<unknown> | null {
    this.#leaving = true;
    say();
    this.#leaving = false;
    // A hang-up in progress is sent again: a closing page cancels its request, and its `op` prevents a second
    // effect.
    const open = this.#running === null ? this.#waiting : [this.#running, ...this.#waiting];
    const last = open.filter((item) => item.step.event === 'hangup' && !item.useless);
    this.clear();
    if (last.length === 0) return null;
    for (const { step } of last) this.#parts.failed(step);
    return Promise.all(last.map(({ step, op }) => this.#parts.api.last(PATH, bodyOf(step, op))));
  }

  clear(): void {
    this.#waiting = [];
    if (this.#running) this.#running.useless = true;
    this.#release();
  }

  #release(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#delayedItem = null;
  }

  #next(): void {
    const head = this.#waiting[0];
    if (this.#leaving || this.#running !== null || head === undefined || head === this.#delayedItem) return;
    this.#release();
    const waitMs = head.attempts === 0 && head.step.event === 'iceCandidate' ? this.#paceMs(head.step) : 0;
    if (waitMs > 0) return this.#hold(head, waitMs);
    this.#waiting.shift();
    void this.#sendItem(head);
  }

  #hold(item: Item, waitMs: number): void {
    this.#release();
    this.#delayedItem = item;
    this.#timer = this.#parts.clock.setTimeout(() => {
      this.#delayedItem = null;
      if (this.#waiting[0] !== item || this.#running !== null) return;
      this.#waiting.shift();
      void this.#sendItem(item);
    }, waitMs);
  }

  /** The first ones at once, then with longer and longer waits in which others may come along. */
  #paceMs(step: SignalStep): number {
    if (!this.#parts.joins(step.call)) return 0;
    const of = `${step.call} ${step.path}`;
    if (this.#posts.of !== of) this.#posts = { of, count: 0 };
    const late = this.#posts.count - limits.candidatePostsAtOnce;
    return late < 0 ? 0 : Math.min(limits.candidateWaitMs * 2 ** late, limits.candidateWaitMaxMs);
  }

  async #sendItem(first: Item): Promise<void> {
    const item = this.#batchOf(first);
    this.#running = item;
    const answer = await this.#parts.api.ask(PATH, bodyOf(item.step, item.op));
    this.#running = null;
    const outcome = outcomeOf(answer);
    switch (outcome.outcome) {
      case 'sent':
        this.#parts.sent(item.step, outcome.data);
        break;
      case 'refused':
        if (!item.useless) this.#parts.refused(item.step, outcome.reason);
        break;
      case 'held':
        this.clear();
        break;
      case 'later':
      case 'unknown':
        this.#again(item, outcome.outcome === 'later' ? outcome.waitMs : 0);
        break;
    }
    this.#next();
  }

  #again(item: Item, waitMs: number): void {
    if (item.useless) return;
    const retryMs =
      limits.signalRetryMs[item.attempts] ?? (mustArrive(item) ? limits.signalRetryMs.at(-1) : undefined);
    item.attempts += 1;
    if (retryMs === undefined) return this.#parts.failed(item.step);
    this.#waiting.unshift(item);
    this.#hold(item, Math.min(Math.max(waitMs, retryMs), limits.candidateWaitMaxMs));
  }

  /** Takes along the candidates that wait behind it. */
  #batchOf(item: Item): Item {
    const { step } = item;
    if (step.event !== 'iceCandidate' || item.attempts > 0 || !this.#parts.joins(step.call)) return item;
    const mates = this.#waiting
      .filter((one) => one.attempts === 0 && isOfPath(one.step, step))
      .slice(0, limits.candidatesMax - 1);
    this.#waiting = this.#waiting.filter((one) => !mates.includes(one));
    this.#posts.count += 1;
    return {
      ...item,
      step: { ...step, candidates: [step, ...mates.map((one) => one.step)].flatMap((one) => one.candidates) },
    };
  }
}

/**
 * A lost hang-up would leave the record open forever: no server tracks a call across its own restart
 * (CALL-31). A lost acceptance would let two devices of one user talk (CALL-11).
 */
const mustArrive = ({ step, attempts }: Item): boolean =>
  (step.event === 'hangup' && attempts < limits.hangupAttemptsMax) ||
  (step.event === 'acceptRtc' && attempts < limits.acceptAttemptsMax);

const isOfPath = (one: SignalStep, other: SignalStep): boolean =>
  one.event === 'iceCandidate' && one.call === other.call && one.path === other.path;

/**
 * Returns true if a step makes an earlier one obsolete: the end of a call replaces all but its beginning, a
 * new connection the old one.
 */
function replaces(step: SignalStep, earlier: SignalStep, attempts: number): boolean {
  if (step.call !== earlier.call) return false;
  if (step.event === 'hangup') return earlier.event !== 'calling' || attempts === 0;
  const ofPath = earlier.event === 'offer' || earlier.event === 'answer' || earlier.event === 'iceCandidate';
  return step.event === 'offer' && ofPath && earlier.path < step.path;
}

function bodyOf(step: SignalStep, op: string): Readonly<Record<string, unknown>> {
  const { call, to, video, event, code, talkSec, sdp, candidates, path } = step;
  return {
    id: call,
    toContactId: to,
    type: video ? 1 : 0,
    event,
    status: event === 'calling' ? 3 : '',
    op,
    path,
    ...(code === null ? {} : { code }),
    ...(talkSec === null ? {} : { callTime: talkSec }),
    ...(sdp === '' ? {} : { sdp }),
    ...(candidates.length === 0
      ? {}
      : { iceCandidate: candidates.length === 1 ? candidates[0] : `[${candidates.join(',')}]` }),
  };
}
