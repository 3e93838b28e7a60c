import { type RefObject, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useHere, useNavigate } from '../../kit/navigation.ts';
import type { VirtualizerHandle } from 'virtua';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactKind } from '../../../domain/contact.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { rootFor } from '../../../domain/message.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { ChatGround } from '../../shared/chat-ground.tsx';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import { useSteady } from '../../kit/use-steady.ts';
import { partAt, partsOf } from './album.ts';
import { Arrivals } from './arrivals.tsx';
import attachStyles from './attach/attach.module.css';
import { ChoosingBar } from './choosing-bar.tsx';
import { type Choosing, useChoosing } from './use-choosing.ts';
import { useEditLast } from './use-edit-last.ts';
import { useAttach } from './attach/use-attach.tsx';
import { useDrop } from './attach/transferred.ts';
import { ChatBar } from './chat-bar.tsx';
import styles from './chat.module.css';
import { Composer, type ComposerHandle } from './compose/composer.tsx';
import { usePressing } from './compose/use-commands.ts';
import { useFind } from './find/use-find.ts';
import { FloatingPills } from './floating-pills.tsx';
import { ListEmpty, ListFailed, ListSkeleton, OlderLine } from './list-states.tsx';
import { isVideoCall } from './message/media/call-pill.tsx';
import type { MessageRowActions } from './message/message-row.tsx';
import { NoticeLine } from './notice-line.tsx';
import { MessageList } from './message-list.tsx';
import { type Jump, useJump } from './use-jump.ts';
import { RequestsLine } from './requests-line.tsx';
import type { TimelineRow } from './timeline.ts';
import { countBelow } from './reading-place.ts';
import { type ListScroll, useListScroll } from './use-list-scroll.ts';
import { type MediaHandlers, useMediaHandlers } from './use-media.tsx';
import { useMessageMenu, useReply } from './use-message-menu.tsx';
import { LaterBar } from './later/later-bar.tsx';
import { useReminding } from './later/use-time-choice.tsx';
import { PinBar } from './pins/pin-bar.tsx';
import { useMessagePins } from './pins/use-message-pins.ts';
import { usePolls } from './polls/use-polls.tsx';
import { useReadBy } from './read-by/use-read-by.tsx';
import { useReportingMessage } from './use-reporting-message.ts';
import { useReacting } from './reactions/use-reacting.tsx';
import { useOpenPerson } from '../../shared/use-open-person.ts';
import { useReading } from './use-reading.ts';
import { useSilence } from './use-silence.ts';
import { useLeaving, useStart } from './use-start.ts';
import { type ChatWindowView, useWindow } from './use-window.ts';
import { useWho } from './who.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';

const GroupCallLine = lazyAside(() => import('./group-call-line.tsx'));
const FindBar = lazyAside(() => import('./find/find-bar.tsx'));

const messagesOf = (rows: readonly TimelineRow[]) =>
  rows.flatMap(partsOf).flatMap((row) => row.message ?? []);

interface ChatProps {
  readonly contact: Contact;
  readonly first: MsgId | null;
  /** The step of the history that shows it. */
  readonly step: string;
}

/** One conversation: messages above, composer below. Remounted for each conversation. */
export function Chat({ contact, first, step }: ChatProps) {
  const list = useRef<VirtualizerHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null);
  const window = useWindow(contact, selection === null);
  const { rows } = window;
  const scroll = useEnd(useListScroll(list, window, window.place ?? contact.counting.count), window, contact);
  const start = useStart(contact, first, step);
  const jump = useJump(contact.id, rows, scroll, start);
  useLeaving(contact.id, step, rows, scroll);
  const silence = useSilence(contact);
  const look = useReading(contact, window, scroll);
  const ends = { onNearTop: window.loadOlder, onNearEnd: window.loadNewer, onLook: look };
  const choosing = useChoosing(rows, selection, setSelection);
  useSeen(choosing, rows, scroll);
  const menu = useChatMenu({ contact, rows }, silence, composer, choosing);
  const media = useMediaHandlers(contact.id, () => messagesOf(rows), window.reach);
  const writes = contact.kind !== 'system' && contact.kind !== 'notice';
  const who = useWho(contact);
  const { attach, layer: attached } = useAttach(who, scroll.toEnd);
  const find = useFind(window.stage, contact.kind !== 'system');
  const { press: onFind } = useSteady({ press: find.toggle });
  const writing = useSteady({ onSent: scroll.toEnd, onEditLast: useEditLast(rows, composer) });
  const addressed = { contact: who, silence, attach };
  const rowActions = useBubbleActions(contact, { choosing, menu, jump, composer, media, silence });
  const leave = () => composer.current?.focus();
  const drop = useDrop(writes && silence === null ? attach.offer : null);
  return (
    <div className={styles.chat} {...drop.handlers}>
      <ChatBar contact={who} finding={find.open} onFind={onFind} />
      <Finding contact={contact} find={find} scroll={scroll} jump={jump} leave={leave} />
      {!find.open && <Tops contact={contact} rows={rows} onGo={jump.jumpTo} />}
      <div className={styles.middle}>
        <ChatGround chat={contact.id} />
        <ListState kind={contact.kind} window={window} />
        {window.stage === 'shown' && (
          <>
            <OlderLine older={jump.searching ? 'loading' : window.older} onRetry={window.retry} />
            <MessageList
              rows={rows}
              contact={contact}
              opensAt={start === null ? window.openAt : undefined}
              scroll={scroll}
              list={list}
              flash={jump.flash}
              selection={choosing.selection}
              {...ends}
              leave={leave}
              actions={rowActions}
            />
          </>
        )}
        {(window.stage === 'shown' || window.stage === 'empty') && <Arrivals chat={contact.id} rows={rows} />}
        <FloatingPills contact={contact} scroll={scroll} jump={jump} leave={leave} />
        {drop.over && <DropHint />}
      </div>
      <Foot contact={contact} choosing={choosing} />
      {writes && choosing.selection === null && (
        <Composer key={contact.id} ref={composer} {...addressed} {...writing} />
      )}
      {media.layer}
      {menu.layers}
      {attached}
    </div>
  );
}

/**
 * Bars above the messages: the group announcement, and pinned messages. Hidden on a phone with an open
 * keyboard, to leave room for search results.
 */
function Tops({
  contact,
  rows,
  onGo,
}: {
  readonly contact: Contact;
  readonly rows: readonly TimelineRow[];
  readonly onGo: Jump['jumpTo'];
}) {
  const pins = useMessagePins(contact, rows);
  return (
    <div className={styles.tops}>
      <Suspense fallback={null}>
        {(contact.groupCall || contact.group?.setting.openRoom) && <GroupCallLine contact={contact} />}
      </Suspense>
      {contact.group !== null && <RequestsLine contact={contact} />}
      {contact.group !== null && <NoticeLine contact={contact} />}
      <PinBar contact={contact} pins={pins} onGo={onGo} />
    </div>
  );
}

/** Below the messages: the scheduled ones, and actions on selected ones. */
function Foot({ contact, choosing }: { readonly contact: Contact; readonly choosing: Choosing }) {
  return (
    <>
      <LaterBar chat={contact.id} />
      {choosing.selection !== null && <ChoosingBar contact={contact} choosing={choosing} />}
    </>
  );
}

/** Actions on a message: menu, reactions, and votes. */
function useChatMenu(
  { contact, rows }: { readonly contact: Contact; readonly rows: readonly TimelineRow[] },
  silence: string | null,
  composer: RefObject<ComposerHandle | null>,
  { begin }: Choosing,
) {
  const { reacting, layer: reactions } = useReacting(contact, silence);
  const { polls, layer: voters } = usePolls(contact);
  const { remind, layer: reminding } = useReminding();
  const readers = useReadBy();
  const { report, layer: reporting } = useReportingMessage(contact);
  const layers = (
    <>
      {reactions}
      {voters}
      {reminding}
      {readers.layer}
      {reporting}
    </>
  );
  const openThread = useOpenThread(contact);
  const menu = useMessageMenu(contact, silence === null, composer, {
    rows,
    choose: begin,
    reacting,
    readBy: readers.show,
    remind,
    report,
    openThread,
  });
  return { ...menu, openThread, polls, reacting, layers };
}

/** Opens the thread that a message began or answers; the chat beside it does not change. */
function useOpenThread({ id }: Contact): (row: TimelineRow) => void {
  const navigate = useNavigate();
  const here = useHere();
  return ({ message }) => {
    const root = message && rootFor(message);
    const replace = here().pathname === PATHS.thread;
    if (root !== null) void navigate(pathTo('thread', { id, root }), { replace });
  };
}

/** The search inside the chat, while it is open. */
function Finding({
  contact,
  find,
  scroll,
  jump,
  leave,
}: {
  readonly contact: Contact;
  readonly find: ReturnType<typeof useFind>;
  readonly scroll: ListScroll;
  readonly jump: ReturnType<typeof useJump>;
  readonly leave: () => void;
}) {
  if (!find.open) return null;
  const close = () => {
    find.close();
    leave();
  };
  return (
    <Suspense fallback={null}>
      <FindBar contact={contact} scroller={scroll.scroller} onGo={jump.jumpTo} onClose={close} />
    </Suspense>
  );
}

const DropHint = () => <div className={attachStyles.dropHere}>{useTranslation().t('drop.here')}</div>;

/** Replaces the rows while the list is empty. */
function ListState({
  kind,
  window: { stage, retry },
}: {
  readonly kind: ContactKind;
  readonly window: ChatWindowView;
}) {
  switch (stage) {
    case 'loading':
      return <ListSkeleton />;
    case 'empty':
      return <ListEmpty kind={kind} />;
    case 'failed':
      return <ListFailed onRetry={retry} />;
    case 'shown':
      return null;
  }
}

/** Handlers for presses on parts of a message. */
function useBubbleActions(
  contact: Contact,
  {
    choosing,
    menu: { openMenu, reactQuickly, openThread, polls, reacting },
    jump,
    composer,
    media,
    silence,
  }: {
    readonly choosing: Choosing;
    readonly menu: ReturnType<typeof useChatMenu>;
    readonly jump: ReturnType<typeof useJump>;
    readonly composer: RefObject<ComposerHandle | null>;
    readonly media: MediaHandlers;
    readonly silence: string | null;
  },
): MessageRowActions {
  const { actions } = useClient();
  const reply = useReply(contact, composer, silence);
  const openPerson = useOpenPerson(contact);
  const pressButton = usePressing(composer);
  const calls = useBeginCall(contact.id, contact.displayName, contact.avatar);
  return {
    ...polls,
    openMenu: (row, at) =>
      choosing.selection === null ? openMenu(partAt(row, at), at) : choosing.toggle(row),
    react: reacting.choose,
    reactQuickly,
    toggleReaction: reacting.toggle,
    showReactors: reacting.people,
    reply: (row) => row.message && reply(row.message, row.own),
    openThread,
    toggle: choosing.toggle,
    openPerson,
    jumpTo: (message) => jump.jumpTo(message, 'here'),
    keep: (row) => actions.keepMessage(row.key),
    editAgain: (text) => composer.current?.refill(text),
    openMedia: (row, at) => row.message && media.open(row.message, at),
    pressButton,
    callBack: (row) => row.message && calls.begin(isVideoCall(row.message)),
  };
}

/** The button to the end scrolls to the newest message, and shows how many messages up to it are unread. */
const useEnd = (
  scroll: ListScroll,
  { live, loadNewest }: ChatWindowView,
  { unread }: Contact,
): ListScroll => ({
  ...scroll,
  below: countBelow(scroll, live, unread),
  toEnd: () => {
    loadNewest();
    scroll.toEnd();
  },
});

/** Selecting shows album pictures as separate rows, so this scrolls back to the first selected one. */
function useSeen({ selection }: Choosing, rows: readonly TimelineRow[], scroll: ListScroll): void {
  const isSelecting = selection !== null;
  const show = useEffectEvent(() => {
    const at = rows.findIndex((row) => selection?.has(row.key) === true);
    if (at !== -1) scroll.toRow(at, 'nearest');
  });
  useLayoutEffect(() => {
    if (isSelecting) show();
  }, [isSelecting]);
}
