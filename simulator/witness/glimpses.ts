import type { Oracle } from '../oracle/oracle.ts';
import { expectedSeenTold } from '../oracle/privacy.ts';
import type { WitnessedRequest } from './witnessed.ts';

/** Whoever was told when somebody was there last might know it at some moment of the request (SEEN-2). */
export class Glimpses {
  #open: { readonly asked: WitnessedRequest; readonly other: number }[] = [];

  constructor(
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  comes(asked: WitnessedRequest): void {
    const { id, last_seen: told } = (asked.answer?.data ?? {}) as {
      readonly id?: unknown;
      readonly last_seen?: unknown;
    };
    if (asked.call === 'getuserinfo' && asked.user !== null && Number(told) > 0)
      this.#open.push({ asked, other: Number(id) });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    this.#open = this.#open.filter(({ asked, other }) => {
      const { user, until } = asked;
      if (expectedSeenTold(this.oracle, user ?? 0, other)) return false;
      if (at < (until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      this.faults.push(`${user} was told when ${other} was there last, which ${other} does not tell them`);
      return false;
    });
  }
}
