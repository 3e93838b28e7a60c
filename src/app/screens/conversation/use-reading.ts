import { useEffect, useRef } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { usePageVisible } from '../../kit/use-page-visible.ts';
import { newestIn } from './album.ts';
import { mentionsMe, type TimelineRow } from './timeline.ts';
import type { ListScroll } from './use-list-scroll.ts';
import type { ChatWindowView } from './use-window.ts';

/**
 * Marks messages as read that were in view while the page is visible: everything up to the last message in
 * view, and at the end of the list also entries without visible content (COUNT-2). Mentions count once they
 * have been in view (COUNT-14). A jump across unread messages marks nothing (COUNT-16). Call the returned
 * function whenever rows may have come into view.
 */
export function useReading(
  contact: Contact,
  { rows, live, stage }: ChatWindowView,
  scroll: ListScroll,
): () => void {
  const { actions } = useClient();
  const visible = usePageVisible();
  const self = useStore((state) => state.self?.id ?? null);
  const pendingRead = useStore((state) => state.pending.read.get(contact.id) ?? 0);
  const reported = useRef(0);
  const mentions = useRef<Set<string>>(new Set());

  const upTo = (last: number): number =>
    live && last >= rows.length - 1 ? contact.counting.count : newestUpTo(rows, last);
  /** Up to the mark only an edit can have added one that is unread (COUNT-15). */
  const readMention = async ({ message }: TimelineRow) => {
    const n = message?.n ?? 0;
    const name = `${n} ${message?.rev ?? 0}`;
    const mayBeUnread = n > contact.counting.mentionMark || message?.rev !== undefined;
    if (n === 0 || !mayBeUnread || mentions.current.has(name)) return;
    mentions.current.add(name);
    // Retried while it is in view.
    if (!(await actions.readMention(contact.id, n)).ok) mentions.current.delete(name);
  };
  const look = () => {
    if (!visible || (stage !== 'shown' && stage !== 'empty')) return;
    const atMost = upTo(scroll.mayView());
    const isRead = atMost <= Math.max(reported.current, pendingRead, contact.counting.mark);
    // Positions are read only if they may matter, because reading forces a layout.
    if (isRead && scroll.hasSeen(atMost) && contact.mentions === 0) return;
    const [first, last] = scroll.inView();
    const n = upTo(last);
    if (!scroll.leapt(first, last)) {
      scroll.saw(n);
      if (n > Math.max(reported.current, pendingRead, contact.counting.mark)) {
        reported.current = n;
        actions.markRead(contact.id, n);
      }
    }
    if (contact.mentions === 0 || first < 0) return;
    for (const row of rows.slice(first, last + 1)) if (mentionsMe(row, self)) void readMention(row);
  };
  // After every change, also that of the page's visibility.
  useEffect(look);
  return look;
}

/** Ordinal of the newest message in the rows up to this one; 0 when none has one. */
function newestUpTo(rows: readonly TimelineRow[], last: number): number {
  for (let at = last; at >= 0; at--) {
    const row = rows[at];
    const n = row ? newestIn(row) : 0;
    if (n > 0) return n;
  }
  return 0;
}
