import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { readByPartner } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';
import { chat } from '../../../domain/limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import { contactName } from '../../kit/contact-name.ts';
import { MessageRow, type RowActions } from './message/message-row.tsx';
import styles from './chat.module.css';
import { deliveryOf, mentionsMe, type Row } from './timeline.ts';
import { type ListScroll, useStayAtEnd } from './use-list-scroll.ts';

/** The scrolling list: rows by message, kept in place by the virtual list. */
export function MessageList({
  rows,
  contact,
  self,
  scroll,
  list,
  flash,
  actions,
  onNearTop,
  onLook,
  leave,
}: {
  readonly rows: readonly Row[];
  readonly contact: Contact;
  readonly self: UserId | null;
  readonly scroll: ListScroll;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly flash: string | null;
  readonly actions: Omit<RowActions, 'move'>;
  readonly onNearTop: () => void;
  /** Something came into view. */
  readonly onLook: () => void;
  /** Escape leads out of the list. */
  readonly leave: () => void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { focusKey, setFocusKey, move } = useRoving(rows, scroller, scroll.toRow, leave);
  const rowActions = useStableActions({ ...actions, move });
  const moved = (offset: number) => {
    scroll.onScroll(offset);
    if (offset < chat.nearTopPx) onNearTop();
    onLook();
  };
  useStayAtEnd(scroller, scroll.atEnd, moved);
  useEffect(() => {
    // Too little to scroll: more is fetched at once.
    if (list.current && list.current.scrollOffset < chat.nearTopPx) onNearTop();
    onLook();
  });
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="region"
      aria-label={t('a11y.messages', { name: contactName(t, contact) })}
      onFocus={(event) => {
        const key = event.target.closest('[data-message]')?.getAttribute('data-message');
        if (key) setFocusKey(key);
      }}
    >
      <div className={styles.spacer} />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        as="ol"
        item="li"
        bufferSize={800}
        shift={scroll.shift}
        data={rows}
        onScroll={moved}
      >
        {(row: Row) => (
          <MessageRow
            key={row.key}
            row={row}
            delivery={row.own ? deliveryOf(row, row.message !== null && readByPartner(contact, row.message)) : null}
            inGroup={contact.kind === 'group'}
            mentionsMe={mentionsMe(row, self)}
            focusable={row.key === focusKey}
            fresh={scroll.fresh.has(row.key)}
            flash={row.key === flash}
            actions={rowActions}
          />
        )}
      </Virtualizer>
    </div>
  );
}

/** One message is reached by Tab; arrows, Home and End move on from it; Enter opens its menu. */
function useRoving(rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>, toRow: ListScroll['toRow'], leave: () => void) {
  const [chosen, setFocusKey] = useState<string | null>(null);
  const bubbles = rows.filter((row) => row.kind === 'bubble');
  const known = chosen !== null && bubbles.some((row) => row.key === chosen);
  const focusKey = known ? chosen : (bubbles.at(-1)?.key ?? null);
  const move = (row: Row, event: KeyboardEvent, openMenu: () => void) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Escape') leave();
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      openMenu();
      return;
    }
    const at = bubbles.findIndex((one) => one.key === row.key);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: bubbles.length - 1 }[event.key];
    const next = to === undefined ? undefined : bubbles[to];
    if (next === undefined) return;
    event.preventDefault();
    setFocusKey(next.key);
    const bubble = scroller.current?.querySelector(`[data-message="${CSS.escape(next.key)}"] article`);
    if (bubble instanceof HTMLElement) bubble.focus();
    else toRow(rows.indexOf(next), 'nearest');
  };
  return { focusKey, setFocusKey, move };
}

/** The same object for ever, doing what the newest one does: rows stay as they are. */
function useStableActions({ move, ...actions }: Omit<RowActions, 'move'> & { readonly move: (row: Row, event: KeyboardEvent, openMenu: () => void) => void }): RowActions {
  const newest = useRef({ move, ...actions });
  useLayoutEffect(() => {
    newest.current = { move, ...actions };
  });
  const [stable] = useState<RowActions>(() => ({
    openMenu: (row, at) => newest.current.openMenu(row, at),
    jumpTo: (message) => newest.current.jumpTo(message),
    openPerson: (person) => newest.current.openPerson(person),
    editAgain: (text) => newest.current.editAgain(text),
    openMedia: (row, at) => newest.current.openMedia(row, at),
    move: (row, event) => newest.current.move(row, event, () => newest.current.openMenu(row, event.currentTarget)),
  }));
  return stable;
}
