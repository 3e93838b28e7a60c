import {
  type MouseEvent,
  type PointerEvent,
  Suspense,
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { opensHere, useNavigate, useQuery } from '../../kit/navigation.ts';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { blockedBy, isFoldedBy } from '../../../client/state/blocked.ts';
import { type ListFilter, lastSpeaker, rows, showsPresence } from '../../../client/state/selectors.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { sameItems, useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { EvenList } from '../../kit/even-list.tsx';
import { useRowPx } from '../../kit/use-row-px.ts';
import { usePane } from '../../kit/pane-context.ts';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { SwipeRow } from '../../kit/swipe-row.tsx';
import { useRinging } from '../../shared/use-unread.ts';
import { useListTime } from '../../shared/use-display-time.ts';
import { ChatRow, type ChatRowProps } from './chat-row.tsx';
import { type ContactRowActions, useRowActions } from './use-row-actions.tsx';
import { NoChats } from './no-chats.tsx';
import { menuPlaceOf } from '../../kit/menu.tsx';
import { useLongPress } from '../../kit/use-long-press.ts';
import { PATHS, isInConversation } from '../../paths/paths.ts';
import { isCommunity } from '../../../domain/config.ts';

const rowAt = ({ target }: { readonly target: EventTarget }): Element | null =>
  target instanceof Element ? (target.closest('li')?.querySelector('[data-chat]') ?? null) : null;

/** Pointer handlers for all rows of the list in one place: press, right click, and long press. */
function useRowHandlers(contacts: readonly Contact[], menu: ContactRowActions['menu']) {
  const navigate = useNavigate();
  const currentRow = useRef<Contact | null>(null);
  const hold = useLongPress((at) => currentRow.current && menu(currentRow.current, at));
  const contactOf = (row: Element | null) => {
    const id = row?.getAttribute('data-chat');
    return contacts.find((one) => one.id === id) ?? null;
  };
  return {
    ...hold.handlers,
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') currentRow.current = contactOf(rowAt(event));
      hold.handlers.onPointerDown(event);
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hold.swallow()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onClick: (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest('a[data-row]')?.getAttribute('href') : null;
      if (!link || !opensHere(event)) return;
      event.preventDefault();
      const path = link.slice(1);
      void navigate(path, { replace: location.hash === link });
    },
    onContextMenu: (event: MouseEvent) => {
      const row = rowAt(event);
      const contact = contactOf(row);
      if (row === null || contact === null) return;
      event.preventDefault();
      menu(contact, menuPlaceOf(event, row));
    },
  };
}

/** Selecting several chats, or sorting the pinned ones: replaces the list until it is done. */
export type Arranging = { readonly what: 'choose'; readonly first: ContactId } | { readonly what: 'order' };
const LeaveSheet = lazyAside(() => import('../../shared/reporting/leave-sheet.tsx'));
const ArrangeList = lazyAside(() => import('./arrange-list.tsx'));

export function ChatList({
  filter,
  select,
}: {
  readonly filter: ListFilter;
  /** The rows of a folder instead (FOLDER-2). */
  readonly select?: ((state: State) => readonly Contact[]) | undefined;
}) {
  const ready = useStore((state) => state.sync.ready);
  const all = useStore((state) => select?.(state) ?? rows(state, filter));
  const [arranging, arrange] = useState<Arranging | null>(null);
  const [left, leave] = useState<Contact | null>(null);
  const ops = useRowActions(arrange, leave);
  const visible = ops.leaving.size === 0 ? all : all.filter((contact) => !ops.leaving.has(contact.id));
  if (arranging)
    return (
      <Suspense fallback={null}>
        <ArrangeList contacts={visible} arranging={arranging} onEnd={() => arrange(null)} />
      </Suspense>
    );
  if (visible.length > 0)
    return (
      <>
        <Rows contacts={visible} ops={ops} />
        {left && (
          <Suspense fallback={null}>
            <LeaveSheet contact={left} onClose={() => leave(null)} />
          </Suspense>
        )}
      </>
    );
  return ready ? <Nothing filter={select ? 'folder' : filter} /> : <SkeletonRows />;
}

function Rows({ contacts, ops }: { readonly contacts: readonly Contact[]; readonly ops: ContactRowActions }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { menu, swipe } = ops;
  const wide = usePane() === 'list';
  const openId = useOpenId();
  const self = useStore((state) => state.self?.id ?? null);
  const outbox = useStore((state) => state.outbox);
  const typing = useStore((state) => state.typing);
  const drafts = useStore((state) => state.kept.drafts);
  const blocked = useStore(blockedBy);
  const showOnline = useStore(showsPresence);
  const speakers = useSpeakers(contacts);
  const ringing = useRinging();
  const [swiped, setSwiped] = useState<ContactId | null>(null);
  const timeText = useListTime();
  const handlers = useRowHandlers(contacts, menu);
  const draw = useCallback(
    (contact: Contact) => (
      <Line
        key={contact.id}
        contact={ringing === contact.id ? withoutOne(contact) : contact}
        self={self}
        draft={draftLine(actions.draft(contact.id).text)}
        speaker={speakers.get(contact.id) ?? ''}
        folded={isFoldedBy(blocked, contact.id, contact.last?.from ?? 0)}
        hidesReaction={contact.reacted !== undefined && blocked.has(contact.reacted.user)}
        waiting={outbox.get(contact.id)?.at(-1)}
        showDot={showOnline && contact.kind === 'person'}
        typing={typing?.has(contact.id)}
        current={openId === contact.id}
        wide={wide}
        timeText={timeText}
        onMenu={menu}
        swipe={swipe}
        swiped={swiped === contact.id}
        onSwiped={setSwiped}
        drafts={drafts}
      />
    ),
    [
      actions,
      blocked,
      drafts,
      menu,
      openId,
      outbox,
      ringing,
      self,
      showOnline,
      speakers,
      swipe,
      swiped,
      timeText,
      typing,
      wide,
    ],
  );
  return (
    <EvenList
      data={contacts}
      label={t('home.list')}
      rowPx={useRowPx()}
      onScroll={() => setSwiped(null)}
      handlers={handlers}
    >
      {draw}
    </EvenList>
  );
}

/** The chat of the open page. */
function useOpenId(): string | null {
  const { pathname } = useLocation();
  const id = useQuery().get('id');
  return isInConversation(pathname) ? id : null;
}

const withoutOne = (contact: Contact): Contact => ({ ...contact, unread: contact.unread - 1 });

/** The last author of each group, because a name may change without a new message (UI-150). */
function useSpeakers(contacts: readonly Contact[]): ReadonlyMap<ContactId, string> {
  const labels = useStore(
    (state) => contacts.flatMap((one) => (one.kind === 'group' ? [one.id, lastSpeaker(state, one)] : [])),
    sameItems,
  );
  return useMemo(() => {
    const names = new Map<ContactId, string>();
    for (let at = 0; at < labels.length; at += 2) names.set(labels[at] as ContactId, labels[at + 1] ?? '');
    return names;
  }, [labels]);
}

interface LineProps extends Omit<ChatRowProps, 'front'> {
  readonly swipe: ContactRowActions['swipe'];
  readonly swiped: boolean;
  readonly onSwiped: (id: ContactId | null) => void;
  /** Counts drafts from other devices, because one may belong to this row (DRAFT-1). */
  readonly drafts: number;
}

/** A row with its swipe actions. Equal props skip the render. */
const Line = memo(function Line({ swipe, swiped, onSwiped, drafts: _heard, ...row }: LineProps) {
  const { contact } = row;
  return (
    <SwipeRow
      actions={() => swipe(contact)}
      open={swiped}
      onOpen={(open) => onSwiped(open ? contact.id : null)}
    >
      {(front) => <ChatRow {...row} front={front} />}
    </SwipeRow>
  );
});

const DRAFT_SHOWN = 100;
const draftLine = (text: string): string => text.slice(0, DRAFT_SHOWN).replace(/\s+/g, ' ').trim();

const EMPTY_TEXT = {
  all: 'empty.chats',
  unread: 'home.noUnread',
  at: 'home.noAt',
  archived: 'home.noArchived',
  folder: 'folders.empty',
} as const;

const EMPTY_DRAWING = { unread: 'done', at: 'done', archived: 'default', folder: 'chats' } as const;

function Nothing({ filter }: { readonly filter: ListFilter | 'folder' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pane = usePane();
  const friends = useStore((state) => isCommunity(state.config));
  const text = t(EMPTY_TEXT[filter]);
  if (filter !== 'all') return <EmptyBlock fill kind={EMPTY_DRAWING[filter]} text={text} />;
  if (!friends) return <EmptyBlock fill kind="chats" text={text} />;
  const add = (
    <Button kind="primary" onClick={() => void navigate(PATHS.searchFriends)}>
      {t('home.addFriend')}
    </Button>
  );
  // The middle pane has more room for the first steps than the list.
  if (pane === 'list') return <EmptyBlock fill kind="chats" text={text} action={add} />;
  return <NoChats kind="chats" text={text} action={add} />;
}
