import type { Deed } from './deeds.ts';
import type { OracleChat } from './state.ts';

/** What is one's own alone: how far one has read, and how the chat lies in one's list. */
export function ownMark(
  { lines, seats }: OracleChat,
  deed: Extract<Deed, { do: 'read' | 'see' | 'readMentions' | 'pin' | 'notify' | 'hide' }>,
): void {
  const seat = seats.get(deed.by);
  if (!seat) return;
  if (deed.do === 'read') seat.readTo = Math.max(seat.readTo, Math.min(deed.n, lines.length));
  else if (deed.do === 'see') seat.saw.add(deed.n);
  else if (deed.do === 'readMentions')
    seat.mentionsReadTo = Math.max(seat.mentionsReadTo, deed.n ?? lines.length);
  else if (deed.do === 'pin') seat.pinned = deed.on;
  else if (deed.do === 'notify') seat.notified = deed.on;
  else seat.hiddenTo = lines.length;
}
