import type { Deed } from './deeds.ts';
import type { OracleChat } from './state.ts';

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
] as const satisfies readonly Deed['do'][];
type OwnMark = Extract<Deed, { do: (typeof OWN_MARKS)[number] }>;

export const isOwnMark = (deed: Deed): deed is OwnMark =>
  (OWN_MARKS as readonly Deed['do'][]).includes(deed.do);

/** What is one's own alone: how far one has read, and how the chat lies in one's list. */
export function ownMark({ lines, seats }: OracleChat, deed: OwnMark): void {
  const seat = seats.get(deed.do === 'hearAgain' ? deed.person : deed.by);
  if (!seat) return;
  if (deed.do === 'read') seat.readTo = Math.max(seat.readTo, Math.min(deed.n, lines.length));
  else if (deed.do === 'see') seat.saw.add(deed.n);
  else if (deed.do === 'readMentions')
    seat.mentionsReadTo = Math.max(seat.mentionsReadTo, deed.n ?? lines.length);
  else if (deed.do === 'pin') seat.pinned = deed.on;
  else if (deed.do === 'notify')
    Object.assign(seat, { notified: deed.on, atOnly: deed.atOnly, quietUntilMs: deed.untilMs });
  else if (deed.do === 'hearAgain')
    Object.assign(seat, { notified: true, atOnly: false, quietUntilMs: null });
  else if (deed.do === 'archive') seat.archived = deed.on;
  else if (deed.do === 'markUnread') seat.marked = deed.on && (deed.n ?? true);
  else seat.hiddenTo = lines.length;
}
