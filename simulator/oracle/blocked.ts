import type { Deed } from './deeds.ts';
import { partners } from './state.ts';
import type { OracleChat, OracleLine, Seat } from './state.ts';

type Mentioned = Pick<OracleLine, 'at' | 'apart'>;

/** Who has blocked whom. */
export class Blocked {
  readonly #pairs = new Set<string>();

  has(by: number, person: number): boolean {
    return this.#pairs.has(`${by}>${person}`);
  }

  /** Whom somebody has blocked, the newest first. */
  of(by: number): readonly number[] {
    return [...this.#pairs]
      .flatMap((one) => (one.startsWith(`${by}>`) ? [Number(one.slice(`${by}>`.length))] : []))
      .toReversed();
  }

  /** Either of the two has blocked the other one. */
  areApart(one: number, other: number): boolean {
    return this.has(one, other) || this.has(other, one);
  }

  set({ by, person, on }: Extract<Deed, { do: 'block' }>): void {
    if (on) this.#pairs.add(`${by}>${person}`);
    else this.#pairs.delete(`${by}>${person}`);
  }

  /** Whoever has no account any more blocks nobody; those who have blocked them need not change that. */
  forget(person: number): void {
    for (const one of this.#pairs) if (one.startsWith(`${person}>`)) this.#pairs.delete(one);
  }

  /** Members only, who want to hear of whoever says it; everybody stands for all of them (BLOCK-11). */
  mentioned({ group, seats }: OracleChat, by: number, at: readonly number[]): Mentioned {
    const isHere = (id: number): boolean => seats.get(id)?.here === true;
    if (group === null) return { at: [], apart: [] };
    if (!at.includes(0)) return { at: at.filter((id) => isHere(id) && !this.has(id, by)), apart: [] };
    const apart = [...seats.keys()].filter((id) => isHere(id) && this.has(id, by));
    return { at: [0], apart: apart.toSorted((a, b) => a - b) };
  }

  /** Who alone reads what this one says there from now on; null: everybody, as that two are friends. */
  only(chat: string, by: number, note: OracleLine['note'] = null): number | null {
    const two = partners(chat);
    if (two === null || note === 'friends') return null;
    return this.has(two[0] === by ? two[1] : two[0], by) ? by : null;
  }

  /** What a blocked user changes in a line that the blocker reads would reach the blocker (BLOCK-9). */
  reaches({ only, chat }: Pick<OracleLine, 'only' | 'chat'>, by: number): boolean {
    return only === null && this.only(chat, by) !== null;
  }
}

/** Whether somebody of the chat is ever to see the line. */
export const isLineFor = ({ only }: Pick<OracleLine, 'only'>, me: number): boolean =>
  only === null || only === me;

/** Whether it mentions them, alone or with everybody. */
export const namesThem = ({ at, apart }: Mentioned, me: number): boolean =>
  at.includes(me) || (at.includes(0) && !apart.includes(me));

/** An edit mentions people who had read mentions as far as that line. */
export function namesLate({ seats }: OracleChat, line: OracleLine, after: Mentioned): Mentioned {
  for (const [me, seat] of seats)
    if (seat.mentionsReadTo >= line.n && namesThem(after, me) && !namesThem(line, me))
      seat.addedLate.add(line.n);
  return after;
}

/** Whom it mentions, as somebody of the chat reads it. */
export const namesFor = ({ at, apart }: Mentioned, me: number): readonly number[] =>
  apart.includes(me) ? [] : at;

/** Nothing of it exists any more but its place. */
const isGone = ({ gone, recalled }: OracleLine): boolean => gone || recalled;

/** Lines that are never unread: gone ones, own ones, those seen already and blocked ones (BLOCK-8). */
export const countsAsOwn = (line: OracleLine, person: number, { saw }: Pick<Seat, 'saw'>): boolean =>
  isGone(line) || line.by === person || saw.has(line.n) || !isLineFor(line, person);

/** What the other one is not to see brings no chat back that they took out of their list. */
export function keepHidden({ seats }: OracleChat, { n, only }: OracleLine): void {
  for (const [person, seat] of only === null ? [] : seats)
    if (person !== only && seat.hiddenTo > 0 && n - 1 <= seat.hiddenTo) seat.hiddenTo = n;
}
