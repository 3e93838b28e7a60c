import type { Oracle } from '../oracle/oracle.ts';
import { expectedListed, expectedReader, expectedSeenShared } from '../oracle/privacy.ts';
import { rulesLately } from '../oracle/rights.ts';
import { bodiesOf, number, textOf } from './body.ts';
import type { RecordedRequest } from './recorded.ts';

interface Glimpse {
  readonly request: RecordedRequest;
  readonly right: (me: number) => boolean;
  readonly subject: string;
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

  receive(request: RecordedRequest): void {
    const { answer, call, user } = request;
    if (answer === null || answer.code !== 0 || user === null) return;
    if (call === 'getuserinfo') this.#checkLastSeen(request);
    if (call === 'readby' && Array.isArray(answer.data))
      this.#read(request, answer.data as readonly unknown[]);
    if (call === 'directory') this.#listed(request);
  }

  #listed(request: RecordedRequest): void {
    const body = bodiesOf(request.body)[0];
    const { list = [], next } = (request.answer?.data ?? {}) as {
      readonly list?: readonly { readonly user_id?: unknown }[];
      readonly next?: unknown;
    };
    const ids = list.map((row) => Number(row.user_id));
    const after = number(body?.['after']) || 0;
    const last = Number(next) > 0 ? Number(next) : Number.POSITIVE_INFINITY;
    const right = (me: number) =>
      rulesLately(this.oracle).some(
        ({ listing }) =>
          expectedListed(this.oracle, me, textOf(body?.['keywords']), listing)
            .filter((id) => id > after && id <= last)
            .join() === ids.join(),
      );
    this.#open.push({ request, right, subject: `of people ${ids.join()} in the directory` });
  }

  #checkLastSeen(request: RecordedRequest): void {
    const { id, last_seen: lastSeen } = (request.answer?.data ?? {}) as Readonly<Record<string, unknown>>;
    if (!(Number(lastSeen) > 0)) return;
    const right = (me: number) => expectedSeenShared(this.oracle, me, Number(id));
    this.#open.push({ request, right, subject: `when ${Number(id)} was there last` });
  }

  #read(request: RecordedRequest, rows: readonly unknown[]): void {
    const id = textOf(bodiesOf(request.body)[0]?.['id']);
    const readers = rows.map((row) => Number((row as { readonly user_id?: unknown }).user_id));
    const right = (me: number) => readers.every((one) => expectedReader(this.oracle, me, id, one));
    this.#open.push({ request, right, subject: `that ${readers.join()} have read ${id}` });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    this.#open = this.#open.filter(({ request, right, subject }) => {
      const { user, until } = request;
      if (right(user ?? 0)) return false;
      if (at < (until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      this.faults.push(`${user} was told ${subject}, which they may not know`);
      return false;
    });
  }
}
