import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CacheSnapshot, VirtualizerHandle } from 'virtua';
import type { Contact } from '../../../client/state/state.ts';
import type { ThreadKey } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { contactName } from '../../shared/contact-name.ts';
import { menuPlaceOf } from '../../kit/menu.tsx';
import { useLongPress } from '../../kit/use-long-press.ts';
import { useSteady } from '../../kit/use-steady.ts';
import { ListLine, stillFrame } from '../../kit/virtual-list.tsx';
import { MentionedIn } from './message/mention.tsx';
import type { MessageRowActions } from './message/message-row.tsx';
import styles from './chat.module.css';
import { useCopiedNames } from './use-copied-names.ts';
import { BufferedRows } from './buffered-rows.tsx';
import { copiedSelection } from './copied-text.ts';
import { FloatingDay, type FloatingDayHandle } from './floating-day.tsx';
import { keepSizes, likelyInView, type ListKey, ROW_PX, sizesOf } from './list-sizes.ts';
import type { TimelineRow } from './timeline.ts';
import { useDrawing } from './use-drawing.tsx';
import { useDoublePress } from './reactions/use-double-press.ts';
import { useSwipeReply } from './use-swipe-reply.ts';
import { type ListScroll, useHeldPlace } from './use-list-scroll.ts';

/** The scrolling list: rows by message, kept in place by the virtual list. */
export function MessageList({
  rows,
  contact,
  label,
  thread,
  opensAt,
  scroll,
  list,
  flash,
  selection,
  actions,
  onNearTop,
  onNearEnd,
  onLook,
  leave,
}: {
  readonly rows: readonly TimelineRow[];
  readonly contact: Contact;
  /** Accessible name of the list; absent: the chat's. */
  readonly label?: string;
  /** It is the list of a thread. */
  readonly thread?: ThreadKey;
  /** The row at the top as it opens; null: it opens at its end, absent: elsewhere. */
  readonly opensAt?: number | null | undefined;
  readonly scroll: ListScroll;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly flash: string | null;
  /** Keys of the selected messages; null outside of a selection. */
  readonly selection: ReadonlySet<string> | null;
  readonly actions: MessageRowActions;
  readonly onNearTop: () => void;
  readonly onNearEnd: () => void;
  /** New rows came into view. */
  readonly onLook: () => void;
  /** Escape leads out of the list. */
  readonly leave: () => void;
}) {
  const { t } = useTranslation();
  const { scroller } = scroll;
  const rowActions = useSteady(actions);
  const { focusKey, indexes, onFocus, onRest, move } = useRoving(rows, rowActions, scroll, leave);
  const handlers = useBubbleHandlers(rows, rowActions, move, selection !== null);
  const day = useRef<FloatingDayHandle>(null);
  const near = useNearEnds(list, { onNearTop, onNearEnd, onLook });
  const onScrolled = (offset: number) => {
    // The view contains no rows before it is measured.
    if (!list.current?.viewportSize) return;
    scroll.onScroll(offset);
    day.current?.onMove(offset);
    near(offset);
  };
  useHeldPlace(scroll, onScrolled);
  const { sizes, first } = useSizes(list, thread ?? contact.id, rows, opensAt);
  const isPlaced = () => sizes !== undefined || (list.current?.viewportSize ?? 0) > 0;
  const callbacks = useSteady({ onLook, isPlaced });
  const draw = useDrawing(rows, {
    contact,
    inThread: thread !== undefined,
    focusKey,
    fresh: scroll.fresh,
    flash,
    selection,
    actions: rowActions,
  });
  return (
    <>
      <FloatingDay ref={day} list={list} rows={rows} />
      <div
        ref={scroller}
        className={styles.scroller}
        data-chat-list
        role="region"
        aria-label={label ?? t('a11y.messages', { name: contactName(t, contact) })}
        onFocus={onFocus}
        {...handlers}
      >
        {thread === undefined && <div className={styles.spacer} />}
        <MentionedIn value={contact.id}>
          <Drawn value={callbacks}>
            <BufferedRows
              ref={list}
              scrollRef={scroller}
              as={MessageRows}
              item={ListLine}
              itemSize={ROW_PX}
              cache={sizes}
              shift={scroll.shift}
              data={rows}
              keepMounted={indexes}
              first={rows.flatMap(({ key }, i) => (first.has(key) ? [i] : []))}
              onScroll={onScrolled}
              onScrollEnd={onRest}
            >
              {draw}
            </BufferedRows>
          </Drawn>
        </MentionedIn>
      </div>
    </>
  );
}

/** Loads more when the view is near an end of the loaded rows. */
function useNearEnds(
  list: RefObject<VirtualizerHandle | null>,
  {
    onNearTop,
    onNearEnd,
    onLook,
  }: { readonly onNearTop: () => void; readonly onNearEnd: () => void; readonly onLook: () => void },
): (offset: number) => void {
  const near = (offset: number) => {
    if (offset < chatLimits.nearTopPx) onNearTop();
    const now = list.current;
    if (now && now.scrollSize - offset - now.viewportSize < chatLimits.nearTopPx) onNearEnd();
    onLook();
  };
  useEffect(() => {
    // Too few rows to scroll: more are fetched at once. Before the view is measured, the number is unknown.
    const now = list.current;
    if (now && now.viewportSize > 0 && now.scrollOffset < chatLimits.nearTopPx) onNearTop();
    if (now && now.viewportSize > 0 && now.scrollSize - now.viewportSize < chatLimits.nearTopPx) onNearEnd();
    onLook();
  });
  return near;
}

/** The sizes that the rows had when the chat was shown last, and the rows that are drawn by them first. */
function useSizes(
  list: RefObject<VirtualizerHandle | null>,
  id: ListKey,
  rows: readonly TimelineRow[],
  opensAt: number | null | undefined,
): { readonly sizes: CacheSnapshot | undefined; readonly first: ReadonlySet<string> } {
  const [sizes] = useState(() => ({
    sizes: sizesOf(id, rows),
    first: opensAt === undefined ? NONE : likelyInView(id, rows, opensAt),
  }));
  const keep = useEffectEvent((now: VirtualizerHandle | null) => {
    if (now !== null && now.viewportSize > 0) keepSizes(id, rows, now);
  });
  useLayoutEffect(() => () => keep(list.current), [list]);
  return sizes;
}
const NONE: ReadonlySet<string> = new Set();

interface DrawnRows {
  /** To be called when other rows are drawn. */
  readonly onLook: () => void;
  /** The heights of the rows are known. */
  readonly isPlaced: () => boolean;
}
const Drawn = createContext<DrawnRows | null>(null);

function MessageRows({
  style,
  children,
  ref,
}: {
  readonly style: CSSProperties;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLOListElement>;
}) {
  const context = useContext(Drawn);
  useEffect(() => context?.onLook());
  // Browsers count the move from the guessed to the measured place, although it precedes the first paint.
  const visibility = context?.isPlaced() === false ? 'hidden' : undefined;
  return (
    <ol ref={ref} style={{ ...stillFrame(style), visibility }}>
      {children}
    </ol>
  );
}

type Move = (row: TimelineRow, event: KeyboardEvent, bubble: HTMLElement) => void;

/** Pointer and key handlers of all bubbles in one place, so that a new row needs no setup. */
function useBubbleHandlers(
  rows: readonly TimelineRow[],
  actions: MessageRowActions,
  move: Move,
  choosing: boolean,
) {
  const names = useCopiedNames();
  const anchorRow = useRef<TimelineRow | null>(null);
  const hold = useLongPress((at) => anchorRow.current && actions.openMenu(anchorRow.current, at));
  const at = ({ target }: { readonly target: EventTarget }): readonly [TimelineRow, HTMLElement] | null => {
    const bubble = target instanceof Element ? target.closest('article') : null;
    const key = bubble?.closest('[data-message]')?.getAttribute('data-message');
    const row = key === undefined ? undefined : rows.find((one) => one.key === key);
    return row === undefined || bubble === null ? null : [row, bubble];
  };
  const swipe = useSwipeReply(at, actions.reply);
  const rowAt = (element: Element): TimelineRow | null => {
    const key = choosing ? null : element.closest('[data-message]')?.getAttribute('data-message');
    return rows.find((one) => one.key === key) ?? null;
  };
  const double = useDoublePress(rowAt, actions.reactQuickly);
  return {
    ...double,
    onPointerLeave: hold.handlers.onPointerLeave,
    ...both(hold.handlers, swipe.handlers),
    onPointerDown: (event: PointerEvent) => {
      anchorRow.current = at(event)?.[0] ?? null;
      // Runs beside a bubble too: the click that a hold swallows is its own, not the next press.
      hold.handlers.onPointerDown(event);
      if (!choosing) swipe.handlers.onPointerDown(event);
    },
    onClickCapture: (event: MouseEvent) => {
      const [isHeld, isSwiped] = [hold.swallow(), swipe.swallow()];
      if (!isHeld && !isSwiped) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      const hit = at(event);
      // Chosen text and links keep the browser's own menu.
      if (hit === null || hasOwnMenu(event, hit[1])) return;
      event.preventDefault();
      actions.openMenu(hit[0], menuPlaceOf(event, hit[1]));
    },
    onCopy: (event: ClipboardEvent) => {
      const text = copiedSelection(event.currentTarget, rows, names());
      if (text === null) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', text);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const hit = at(event);
      if (hit !== null && event.target === hit[1]) move(hit[0], event, hit[1]);
    },
  };
}

interface FingerHandlers {
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** Passes moves and lifts to both handlers. */
const both = (a: FingerHandlers, b: FingerHandlers) => ({
  onPointerMove: (event: PointerEvent) => {
    a.onPointerMove(event);
    b.onPointerMove(event);
  },
  onPointerUp: () => {
    a.onPointerUp();
    b.onPointerUp();
  },
  onPointerCancel: () => {
    a.onPointerCancel();
    b.onPointerCancel();
  },
});

function hasOwnMenu({ target }: MouseEvent, bubble: HTMLElement): boolean {
  const textSelection = window.getSelection();
  if (textSelection && !textSelection.isCollapsed && textSelection.containsNode(bubble, true)) return true;
  return target instanceof Element && target.closest('a[href^="http"]') !== null;
}

const isBubble = (row: TimelineRow): boolean => row.kind === 'bubble';

/**
 * A message that goes while it or its menu has the focus passes it to the next one, or the one before:
 * a browser would begin again at the top of the page.
 */
function usePassedFocus(
  bubbles: readonly TimelineRow[],
  restKey: string | null,
  give: (key: string) => boolean,
): void {
  const before = useRef<readonly string[]>([]);
  const keys: readonly string[] = bubbles.map(({ key }) => key);
  useLayoutEffect(() => {
    const at = restKey === null || keys.includes(restKey) ? -1 : before.current.indexOf(restKey);
    const order = [...before.current.slice(at + 1), ...before.current.slice(0, at).toReversed()];
    before.current = keys;
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active.closest('[role="menu"]') !== null;
    const next = at === -1 || !isLost ? undefined : order.find((key) => keys.includes(key));
    if (next !== undefined) give(next);
  });
}

/**
 * One message is reached by Tab; arrows, Home and End move on from it; Enter opens its menu. It is the one
 * that had the focus last or the newest, and once the list was scrolled away from that, the newest in view:
 * Tab moves no reader.
 */
function useRoving(
  rows: readonly TimelineRow[],
  actions: MessageRowActions,
  scroll: ListScroll,
  leave: () => void,
) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const isPresent = selectedKey !== null && rows.some((row) => row.key === selectedKey && isBubble(row));
  const focusKey = isPresent ? selectedKey : (rows.findLast(isBubble)?.key ?? null);
  /** The row in which the focus is, or was last. */
  const [restKey, setRestKey] = useState<string | null>(null);
  /** The row that gets the focus when the list has come to it. */
  const pendingKey = useRef<string | null>(null);
  const give = (key: string): boolean => {
    const bubble = scroll.scroller.current?.querySelector<HTMLElement>(
      `[data-message="${CSS.escape(key)}"] article`,
    );
    bubble?.focus();
    return bubble !== undefined && bubble !== null && bubble === document.activeElement;
  };

  const move: Move = (row, event, bubble) => {
    if (event.key === 'Escape') {
      const from = document.activeElement;
      leave();
      // While messages are chosen there is no message box: Escape ends that.
      if (document.activeElement !== from) event.preventDefault();
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      actions.openMenu(row, bubble);
      return;
    }
    const bubbles = rows.filter(isBubble);
    const at = bubbles.findIndex((one) => one.key === row.key);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: bubbles.length - 1 }[event.key];
    const next = to === undefined ? undefined : bubbles[to];
    if (next === undefined) return;
    event.preventDefault();
    if (give(next.key)) return;
    pendingKey.current = next.key;
    scroll.toRow(rows.indexOf(next), 'nearest');
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    pendingKey.current = null;
    const key = target.closest('[data-message]')?.getAttribute('data-message') ?? null;
    setRestKey(key);
    // Content of a message (a link, a picture) is a separate tab stop, and Tab must still reach a message.
    if (target.matches('article')) setSelectedKey(key);
  };
  const onRest = (): void => {
    if (pendingKey.current !== null && give(pendingKey.current)) return;
    const [from, to] = scroll.inView();
    const at = rows.findIndex((row) => row.key === focusKey);
    if (scroll.scroller.current?.contains(document.activeElement) === true || (at >= from && at <= to))
      return;
    setSelectedKey(scroll.atEnd ? null : (rows.slice(from, to + 1).findLast(isBubble)?.key ?? null));
  };
  usePassedFocus(rows.filter(isBubble), restKey, give);
  // Drawn at any scroll position: removing a focused row would lose the focus, and Tab would skip all
  // messages.
  const indexes = rows.flatMap(({ key }, i) => (key === restKey || key === focusKey ? [i] : []));
  return { focusKey, indexes, onFocus, onRest, move };
}
