import type { Action } from './actions.ts';
import { partners } from './state.ts';
import type { OracleChat, OracleLine, Seat } from './state.ts';

type Mentioned = Pick<OracleLine, 'at' | 'apart'>;

/** Pairs of users of whom one has blocked the other. */
export class Blocked {
  readonly #pairs = new Set<string>();

  has(by: number, person: number): boolean {
    return this.#pairs.has(`${by}>${person}`);
  }

  /** Users blocked by one user, the newest first. */
  of(by: number): readonly number[] {
    return [...this.#pairs]
      .flatMap((one) => (one.startsWith(`${by}>`) ? [Number(one.slice(`${by}>`.length))] : []))
      .toReversed();
  }

  /** Either of the two has blocked the other one. */
  areApart(one: number, other: number): boolean {
    return this.has(one, other) || this.has(other, one);
  }

  set({ by, person, on }: Extract<Action, { do: 'block' }>): void {
    if (on) this.#pairs.add(`${by}>${person}`);
    else this.#pairs.delete(`${by}>${person}`);
  }

  /** An erased account blocks no one; users who blocked it may keep that. */
  forget(person: number): void {
    for (const one of this.#pairs) if (one.startsWith(`${person}>`)) this.#pairs.delete(one);
  }

  /**
   * Mentions of members who have not blocked the author; an everyone mention covers all of those (BLOCK-11).
   */
  mentioned({ group, seats }: OracleChat, by: number, at: readonly number[]): Mentioned {
    const isHere = (id: number): boolean => seats.get(id)?.here === true;
    if (group === null) return { at: [], apart: [] };
    if (!at.includes(0)) return { at: at.filter((id) => isHere(id) && !this.has(id, by)), apart: [] };
    const apart = [...seats.keys()].filter((id) => isHere(id) && this.has(id, by));
    return { at: [0], apart: apart.toSorted((a, b) => a - b) };
  }

  /** The only user who reads the author's new messages there; null: all, as with two friends. */
  only(chat: string, by: number, note: OracleLine['note'] = null): number | null {
    const two = partners(chat);
    if (two === null || note === 'friends') return null;
    return this.has(two[0] === by ? two[1] : two[0], by) ? by : null;
  }

  /** Returns true if a blocked user's change of a line would reach the blocker who reads it (BLOCK-9). */
  reaches({ only, chat }: Pick<OracleLine, 'only' | 'chat'>, by: number): boolean {
    return only === null && this.only(chat, by) !== null;
  }
}

/** Reactions as one reader counts them: in groups without users whom they have blocked (BLOCK-17). */
export function countReactions(
  { blocked }: { readonly blocked: Blocked },
  me: number,
  { reactions, chat }: Pick<OracleLine, 'reactions' | 'chat'>,
): readonly (readonly [string, number])[] {
  const isCounted = (user: number): boolean => partners(chat) !== null || !blocked.has(me, user);
  return [...reactions].flatMap(([emoji, people]) => {
    const count = people.filter(isCounted).length;
    return count === 0 ? [] : [[emoji, count] as const];
  });
}

/** Returns true if this member may ever see the line. */
export const isLineFor = ({ only }: Pick<OracleLine, 'only'>, me: number): boolean =>
  only === null || only === me;

/** Returns true if it mentions the user, directly or with all members. */
export const namesThem = ({ at, apart }: Mentioned, me: number): boolean =>
  at.includes(me) || (at.includes(0) && !apart.includes(me));

/** An edit mentions users who had read mentions up to that line. */
export function namesLate({ seats }: OracleChat, line: OracleLine, after: Mentioned): Mentioned {
  for (const [me, seat] of seats)
    if (seat.mentionsReadTo >= line.n && namesThem(after, me) && !namesThem(line, me))
      seat.addedLate.add(line.n);
  return after;
}

/** The mentioned users, as one reader of the chat sees them. */
export const namesFor = ({ at, apart }: Mentioned, me: number): readonly number[] =>
  apart.includes(me) ? [] : at;

/** Returns true if only the message's place remains. */
const isGone = ({ isDeleted, recalled }: OracleLine): boolean => isDeleted || recalled;

/** Lines that are never unread: deleted ones, own ones, those already seen and blocked ones (BLOCK-8). */
export const countsAsOwn = (line: OracleLine, person: number, { saw }: Pick<Seat, 'saw'>): boolean =>
  isGone(line) || line.by === person || saw.has(line.n) || !isLineFor(line, person);

/** A message the recipient may not see does not bring back a chat they hid. */
export function keepHidden({ seats }: OracleChat, { n, only }: OracleLine): void {
  for (const [person, seat] of only === null ? [] : seats)
    if (person !== only && seat.hiddenTo > 0 && n - 1 <= seat.hiddenTo) seat.hiddenTo = n;
}
