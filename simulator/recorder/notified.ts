import { expectedRequestAudience, expectedTypingAudience } from '../oracle/audience.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { oracleContactOf } from '../oracle/state.ts';

/** A node notified a user of a join request, or of its end. */
export interface RequestReport {
  readonly socket: number;
  readonly to: number;
  /** A client of ours. */
  readonly ours: boolean;
  readonly group: string;
  /** How long the World had been going, and commands that had run by then. */
  readonly atMs: number;
  readonly at: number;
}

/** None is on its way for so long. */
const PASSED_MS = 30_000;

/** Checks that each notified user manages that group, or did when the node looked (GROUP-29). */
export class RequestReview {
  /** End of each user's time as manager, keyed by both. */
  readonly #managesUntil = new Map<string, number>();
  #reportCount = 0;

  constructor(
    private readonly reports: readonly RequestReport[],
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  /** Reads the state before the command with this number, which ran at this time. */
  look(at: number, atMs: number): void {
    for (const name of this.oracle.chats.keys())
      for (const person of expectedRequestAudience(this.oracle, name))
        this.#managesUntil.set(`${name} ${person}`, atMs);
    for (
      let next = this.reports[this.#reportCount];
      next && next.at <= at;
      next = this.reports[this.#reportCount]
    ) {
      this.#reportCount += 1;
      const untilMs = this.#managesUntil.get(`${next.group} ${next.to}`) ?? Number.NEGATIVE_INFINITY;
      if (!next.ours || untilMs < next.atMs - PASSED_MS)
        this.faults.push(`${next.to} was told who asks to come into ${next.group}, which they do not lead`);
    }
  }
}

/** A typing signal, as its socket sent it to a node. */
export interface SentTyping {
  readonly by: number;
  readonly chat: string;
  readonly what: string;
  /** How long the World had been going. */
  readonly atMs: number;
  /** The database's time, and the node's, which uses its own clock. */
  readonly nowMs: readonly number[];
}

/** The signal as a node sent it to a user. */
export interface TypingReport {
  readonly to: number;
  /** A client of ours. */
  readonly ours: boolean;
  readonly by: number;
  /** The name in the frame. */
  readonly contact: string;
  readonly what: string;
  readonly atMs: number;
  /** Commands that had run by then. */
  readonly at: number;
}

/** Time within which a node knows a chat's members and their right to write. */
const LEARNED_MS = 10_000;

interface Open extends SentTyping {
  readonly may: Set<number>;
}

/**
 * Every received typing signal must have been sent by the user it names, for a chat where they may write, and
 * only to members present with them (TYPING-1, TYPING-4).
 */
export class TypingReview {
  #open: Open[] = [];
  #signalCount = 0;
  #reportCount = 0;

  constructor(
    private readonly typings: {
      readonly signals: readonly SentTyping[];
      readonly reports: readonly TypingReport[];
    },
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  /** Reads the state before the command with this number, which ran at this time. */
  look(at: number, atMs: number): void {
    const { signals, reports } = this.typings;
    for (
      let next = signals[this.#signalCount];
      next && next.atMs <= atMs + LEARNED_MS;
      next = signals[this.#signalCount]
    ) {
      this.#signalCount += 1;
      this.#open.push({ ...next, may: new Set() });
    }
    const was = this.oracle.nowMs;
    for (const one of this.#open)
      for (const nowMs of one.nowMs) {
        this.oracle.nowMs = Math.max(was, nowMs);
        for (const person of expectedTypingAudience(this.oracle, one.by, one.chat)) one.may.add(person);
      }
    this.oracle.nowMs = was;
    for (let next = reports[this.#reportCount]; next && next.at <= at; next = reports[this.#reportCount]) {
      this.#reportCount += 1;
      this.#judge(next);
    }
    this.#open = this.#open.filter((one) => one.atMs > atMs - PASSED_MS - LEARNED_MS);
  }

  #judge(report: TypingReport): void {
    const { to, by, contact, what, atMs, ours } = report;
    const isRight = this.#open.some(
      (one) =>
        one.by === by &&
        one.what === what &&
        one.atMs <= atMs &&
        atMs - one.atMs < PASSED_MS &&
        oracleContactOf(to, one.chat) === contact &&
        one.may.has(to),
    );
    if (!isRight || !ours || to === by)
      this.faults.push(`${to} was told ${JSON.stringify(report)}, which nobody there may have said`);
  }
}
