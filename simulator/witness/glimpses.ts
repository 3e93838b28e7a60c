import type { Oracle } from '../oracle/oracle.ts';
import { expectedListed, expectedReader, expectedSeenTold } from '../oracle/privacy.ts';
import { rulesLately } from '../oracle/rights.ts';
import { bodiesOf, number, textOf } from './body.ts';
import type { WitnessedRequest } from './witnessed.ts';

interface Glimpse {
  readonly asked: WitnessedRequest;
  readonly right: (me: number) => boolean;
  readonly told: string;
}

/**
 * Last-seen times and read receipts sent to a user must be visible to them at some moment of the request
 * (SEEN-2, READBY-3); users listed in the directory were in it then (DIR-2).
 */
export class Glimpses {
  #open: Glimpse[] = [];

  constructor(
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  receive(asked: WitnessedRequest): void {
    const { answer, call, user } = asked;
    if (answer === null || answer.code !== 0 || user === null) return;
    if (call === 'getuserinfo') this.#seen(asked);
    if (call === 'readby' && Array.isArray(answer.data)) this.#read(asked, answer.data as readonly unknown[]);
    if (call === 'directory') this.#listed(asked);
  }

  #listed(asked: WitnessedRequest): void {
    const body = bodiesOf(asked.body)[0];
    const { list = [], next } = (asked.answer?.data ?? {}) as {
      readonly list?: readonly { readonly user_id?: unknown }[];
      readonly next?: unknown;
    };
    const ids = list.map((row) => Number(row.user_id));
    const after = number(body?.['after']) || 0;
    const last = Number(next) > 0 ? Number(next) : Number.POSITIVE_INFINITY;
    const right = (me: number) =>
      rulesLately(this.oracle).some(({ listing }) => listing) &&
      expectedListed(this.oracle, me, textOf(body?.['keywords']))
        .filter((id) => id > after && id <= last)
        .join() === ids.join();
    this.#open.push({ asked, right, told: `of people ${ids.join()} in the directory` });
  }

  #seen(asked: WitnessedRequest): void {
    const { id, last_seen: told } = (asked.answer?.data ?? {}) as Readonly<Record<string, unknown>>;
    if (!(Number(told) > 0)) return;
    const right = (me: number) => expectedSeenTold(this.oracle, me, Number(id));
    this.#open.push({ asked, right, told: `when ${Number(id)} was there last` });
  }

  #read(asked: WitnessedRequest, rows: readonly unknown[]): void {
    const id = textOf(bodiesOf(asked.body)[0]?.['id']);
    const readers = rows.map((row) => Number((row as { readonly user_id?: unknown }).user_id));
    const right = (me: number) => readers.every((one) => expectedReader(this.oracle, me, id, one));
    this.#open.push({ asked, right, told: `that ${readers.join()} have read ${id}` });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    this.#open = this.#open.filter(({ asked, right, told }) => {
      const { user, until } = asked;
      if (right(user ?? 0)) return false;
      if (at < (until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      this.faults.push(`${user} was told ${told}, which they may not know`);
      return false;
    });
  }
}
