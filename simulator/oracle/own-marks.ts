import type { Blocked } from './blocked.ts';
import type { Action } from './actions.ts';
import { partners } from './state.ts';
import type { OracleChat, OraclePerson, Seat } from './state.ts';

const OWN_MARKS = [
  'read',
  'see',
  'readMentions',
  'pin',
  'notify',
  'hearAgain',
  'archive',
  'markUnread',
  'hide',
] as const satisfies readonly Action['do'][];
type OwnMark = Extract<Action, { do: (typeof OWN_MARKS)[number] }>;

export const isOwnMark = (action: Action): action is OwnMark =>
  (OWN_MARKS as readonly Action['do'][]).includes(action.do);

/** Data the oracle needs about users. */
interface House {
  readonly people: ReadonlyMap<number, OraclePerson>;
  readonly blocked: Pick<Blocked, 'areApart'>;
}

/** A read mark is shared if both of the two share theirs. */
export const isMarkShared = ({ people, blocked }: House, [a, b]: readonly [number, number]): boolean =>
  [a, b].every((one) => people.get(one)?.privacy?.read !== false) && !blocked.areApart(a, b);

/** Reads all mentions, those up to a line, or a single one, which moves the mark as far as none is left. */
function readsMentions(
  seat: Seat,
  { n, alone }: Extract<OwnMark, { do: 'readMentions' }>,
  count: number,
): void {
  const to = Math.max(seat.mentionsReadTo, n ?? count);
  if (alone !== undefined) {
    seat.addedLate.delete(alone);
    if (alone > to) seat.readAlone.add(alone);
  } else for (const late of seat.addedLate) if (late <= to) seat.addedLate.delete(late);
  seat.mentionsReadTo = to;
}

/** The private state of a chat: its read mark, and its place in the user's list. */
export function ownMark(house: House, { name, lines, seats }: OracleChat, action: OwnMark): void {
  const seat = seats.get(action.do === 'hearAgain' ? action.person : action.by);
  if (!seat) return;
  if (action.do === 'read') reads(house, name, seat, Math.min(action.n, lines.length));
  else if (action.do === 'see') seat.saw.add(action.n);
  else if (action.do === 'readMentions') readsMentions(seat, action, lines.length);
  else if (action.do === 'pin') seat.pinned = action.on;
  else if (action.do === 'notify')
    Object.assign(seat, { notified: action.on, atOnly: action.atOnly, quietUntilMs: action.untilMs });
  else if (action.do === 'hearAgain')
    Object.assign(seat, { notified: true, atOnly: false, quietUntilMs: null });
  else if (action.do === 'archive') seat.archived = action.on;
  else if (action.do === 'markUnread') seat.marked = action.on && (action.n ?? true);
  else seat.hiddenTo = lines.length;
}

/** A receipt withheld at that moment is sent with their next read (READBY-3, BLOCK-6). */
function reads(house: House, chat: string, seat: Seat, n: number): void {
  if (n <= seat.readTo) return;
  seat.readTo = n;
  const two = partners(chat);
  if (two && isMarkShared(house, two)) seat.sharedReadTo = n;
}
