import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { Contact } from '../../../client/store/state.ts';
import { useClient, useStore } from '../../kit/client-context.ts';
import { usePageVisible } from '../../kit/use-page-visible.ts';
import type { Row } from './timeline.ts';
import type { ListScroll } from './use-list-scroll.ts';

/**
 * What was seen is read: everything up to the last message in view, while the page is visible (COUNT-2).
 * The answer is to be called whenever something may have come into view.
 */
export function useReading(contact: Contact, rows: readonly Row[], scroll: ListScroll): () => void {
  const { actions } = useClient();
  const visible = usePageVisible();
  const wished = useStore((state) => state.pending.read.get(contact.id) ?? 0);
  const told = useRef(0);

  const look = useEffectEvent(() => {
    if (!visible || rows.length === 0) return;
    const last = scroll.atEnd ? rows.length - 1 : scroll.lastInView();
    const n = rows.slice(0, last + 1).findLast((row) => row.message?.n != null)?.message?.n ?? 0;
    if (n <= Math.max(told.current, wished, contact.counting.mark)) return;
    told.current = n;
    actions.markRead(contact.id, n);
  });
  useEffect(() => {
    if (visible) look();
  }, [visible]);

  // A mention that arrives before one's eyes is seen at once.
  const { mentions } = contact;
  const before = useRef(mentions);
  const seen = visible && scroll.atEnd;
  useEffect(() => {
    const more = mentions > before.current;
    before.current = mentions;
    if (more && seen) void actions.readMentions(contact.id);
  }, [actions, contact.id, mentions, seen]);

  const newest = useRef(look);
  newest.current = look;
  return useCallback(() => newest.current(), []);
}
