import type { Deed } from './deeds.ts';
import { partners } from './state.ts';
import type { OracleChat, OracleLine, Seat } from './state.ts';

/** Who has blocked whom. */
export class Blocked {
  readonly #pairs = new Set<string>();

  has(by: number, person: number): boolean {
    return this.#pairs.has(`${by}>${person}`);
  }

  set({ by, person, on }: Extract<Deed, { do: 'block' }>): void {
    if (on) this.#pairs.add(`${by}>${person}`);
    else this.#pairs.delete(`${by}>${person}`);
  }

  /** Members only, who want to hear of whoever says it; everybody stands for all of them. */
  mentioned({ seats }: OracleChat, by: number, at: readonly number[]): readonly number[] {
    const isHere = (id: number): boolean => seats.get(id)?.here === true && !this.has(id, by);
    return at.includes(0) ? [0] : at.filter(isHere);
  }

  /** Who alone reads what this one says there from now on; null: everybody, as that two are friends. */
  only(chat: string, by: number, note: OracleLine['note'] = null): number | null {
    const two = partners(chat);
    if (two === null || note === 'friends') return null;
    return this.has(two[0] === by ? two[1] : two[0], by) ? by : null;
  }
}

/** Whether somebody of the chat is ever to see the line. */
export const isLineFor = ({ only }: Pick<OracleLine, 'only'>, me: number): boolean =>
  only === null || only === me;

/** Lines that are never unread: own ones, those seen already, those that one is not to see (BLOCK-8). */
export const countsAsOwn = (line: OracleLine, person: number, { saw }: Pick<Seat, 'saw'>): boolean =>
  line.by === person || saw.has(line.n) || !isLineFor(line, person);

/** What the other one is not to see brings no chat back that they took out of their list. */
export function keepHidden({ seats }: OracleChat, { n, only }: OracleLine): void {
  for (const [person, seat] of only === null ? [] : seats)
    if (person !== only && seat.hiddenTo > 0 && n - 1 <= seat.hiddenTo) seat.hiddenTo = n;
}
