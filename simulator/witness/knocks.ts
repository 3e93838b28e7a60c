import { expectedKnocksTold } from '../oracle/knocking.ts';
import type { Oracle } from '../oracle/oracle.ts';

/** A node notified a user of a join request, or of its end. */
export interface ToldKnock {
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
export class KnockTrial {
  /** End of each user's time as manager, keyed by both. */
  readonly #led = new Map<string, number>();
  #told = 0;

  constructor(
    private readonly told: readonly ToldKnock[],
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  /** Reads the state before the command with this number, which ran at this time. */
  look(at: number, atMs: number): void {
    for (const name of this.oracle.chats.keys())
      for (const person of expectedKnocksTold(this.oracle, name)) this.#led.set(`${name} ${person}`, atMs);
    for (let next = this.told[this.#told]; next && next.at <= at; next = this.told[this.#told]) {
      this.#told += 1;
      const untilMs = this.#led.get(`${next.group} ${next.to}`) ?? Number.NEGATIVE_INFINITY;
      if (!next.ours || untilMs < next.atMs - PASSED_MS)
        this.faults.push(`${next.to} was told who asks to come into ${next.group}, which they do not lead`);
    }
  }
}
