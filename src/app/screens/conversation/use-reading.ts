import { useEffect, useRef } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { usePageVisible } from '../../kit/use-page-visible.ts';
import { newestIn } from './album.ts';
import { mentionsMe, type TimelineRow } from './timeline.ts';
import type { ListScroll } from './use-list-scroll.ts';
import type { ChatWindowView } from './use-window.ts';

/**
 * What was in view is read, while the page is visible: everything up to the last message in view, and at the
 * end of what there is also what left nothing to show there (COUNT-2); mentions once each of them has been in
 * view (COUNT-9). The answer is to be called whenever something may have come into view.
 */
export function useReading(
  contact: Contact,
  { rows, live, stage }: ChatWindowView,
  scroll: ListScroll,
): () => void {
  const { actions } = useClient();
  const visible = usePageVisible();
  const self = useStore((state) => state.self?.id ?? null);
  const wished = useStore((state) => state.pending.read.get(contact.id) ?? 0);
  const told = useRef(0);
  const mentioned = useRef<Set<number>>(new Set());
  const toldMentions = useRef(0);

  const upTo = (last: number): number =>
    live && last >= rows.length - 1 ? contact.counting.count : newestUpTo(rows, last);
  const look = () => {
    if (!visible || (stage !== 'shown' && stage !== 'empty')) return;
    const atMost = upTo(scroll.mayView());
    const isRead = atMost <= Math.max(told.current, wished, contact.counting.mark);
    // Where rows really stand is asked only while that may tell something: it has the page laid out.
    if (isRead && scroll.hasSeen(atMost) && contact.mentions === 0) return;
    const [first, last] = scroll.inView();
    const n = upTo(last);
    scroll.saw(n);
    if (n > Math.max(told.current, wished, contact.counting.mark)) {
      told.current = n;
      actions.markRead(contact.id, n);
    }
    if (contact.mentions === 0 || first < 0) return;
    for (const row of rows.slice(first, last + 1)) {
      const at = row.message?.n ?? 0;
      if (at > contact.counting.mentionMark && mentionsMe(row, self)) mentioned.current.add(at);
    }
    const newest = Math.max(0, ...mentioned.current);
    if (
      [...mentioned.current].filter((at) => at > contact.counting.mentionMark).length < contact.mentions ||
      newest <= toldMentions.current
    )
      return;
    toldMentions.current = newest;
    void actions.readMentions(contact.id);
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
