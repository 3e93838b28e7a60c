import { Bell, BellOff } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import type { VirtualizerHandle } from 'virtua';
import {
  answeredIn,
  answersIn,
  firstItem,
  firstOf,
  followsThread,
  openThread,
} from '../../../../client/state/thread-selectors.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { threadKey } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useSteady } from '../../../kit/use-steady.ts';
import { ChatGround } from '../../../shared/chat-ground.tsx';
import { useAgain, useClient, useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { labelKey } from '../../../shared/preview-text.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useBeginCall } from '../../../shared/use-begin-call.tsx';
import { useOpenPerson } from '../../../shared/use-open-person.ts';
import { useAttach } from '../attach/use-attach.tsx';
import { usePressing } from '../compose/use-commands.ts';
import { HeadFace } from '../chat-bar.tsx';
import { Composer, type ComposerHandle } from '../compose/composer.tsx';
import { ListFailed, ListSkeleton, OlderLine } from '../list-states.tsx';
import { isVideoCall } from '../message/media/call-pill.tsx';
import type { MessageRowActions } from '../message/message-row.tsx';
import { MessageList } from '../message-list.tsx';
import { usePolls } from '../polls/use-polls.tsx';
import { quoteOf, useMessageMenu, useReply } from '../use-message-menu.tsx';
import { useReacting } from '../reactions/use-reacting.tsx';
import { useEditLast } from '../use-edit-last.ts';
import { useListScroll } from '../use-list-scroll.ts';
import { chatAt, useMediaHandlers } from '../use-media.tsx';
import { useSilence } from '../use-silence.ts';
import { type ChatPartner, useWho } from '../who.ts';
import { type MadeRows, type TimelineRow, timeline } from '../timeline.ts';
import { type Answer, isTemporary } from '../../../../client/interface/answer.ts';
import type { Message } from '../../../../domain/message.ts';
import { schedule } from '../../../platform/time.ts';
import { dayOf } from '../../../kit/day.ts';
import { useUploads } from '../use-uploads.ts';
import { FirstMessage } from './first-message.tsx';
import styles from './thread.module.css';

interface ThreadView {
  /** The first message; null: it was deleted, or is not visible to the user. */
  readonly first: TimelineRow | null;
  readonly rows: readonly TimelineRow[];
  readonly stage: 'loading' | 'failed' | 'shown';
  /** Number of answers; null if unknown. */
  readonly count: number | null;
  /** The message that an answer quotes. */
  readonly answers: Message | null;
  readonly older: 'idle' | 'loading' | 'failed';
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** A thread as rows: loaded when it is shown, and again whenever its cache is dropped. */
function useThread({ id }: Contact, root: number): ThreadView {
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? null);
  const thread = useStore((state) => openThread(state, id, root));
  const items = useStore((state) => answersIn(state, id, root));
  const firstItems = useStore((state) => firstItem(state, id, root));
  const recalling = useStore((state) => state.pending.recall);
  const all = useUploads(id);
  const uploads = useMemo(() => all.filter((one) => one.root === root), [all, root]);
  const [cache] = useState<MadeRows>(() => new WeakMap());
  const rows = useMemo(
    () => timeline({ items, uploads, recalling, self, unreadAfter: null, dayOf }, cache),
    [items, uploads, recalling, self, cache],
  );
  const [first = null] = useMemo(
    () => timeline({ items: firstItems, recalling, self, unreadAfter: null, dayOf }, cache),
    [firstItems, recalling, self, cache],
  );
  const loading = thread?.answers.loading ?? 'first';
  const isShown = thread !== undefined && (thread.answers.live || thread.answers.size > 0);
  const isMissing = thread === undefined || (!isShown && loading === 'no');
  const isFailed = loading === 'failed';
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const open = async () => setLost(isLostBy(await actions.openThread(id, root)));
    if (isMissing) void open();
  }, [actions, id, root, isMissing]);
  const older = async () => setLost(isLostBy(await actions.olderAnswers(id, root)));
  const anew = async () => setLost(isLostBy(await actions.openThread(id, root)));
  const retry = () => void (isShown ? older() : anew());
  useAgain(isLost, retry);
  useEffect(() => () => void actions.closeThread(id, root), [actions, id, root]);
  const message = thread === undefined ? null : firstOf(thread);
  return {
    first,
    rows,
    stage: isShown ? 'shown' : isFailed ? 'failed' : 'loading',
    count: message === null ? null : (message.replies?.count ?? 0),
    answers: thread === undefined ? null : answeredIn(thread),
    older: loading === 'older' ? 'loading' : isFailed ? 'failed' : 'idle',
    loadOlder: () => void (loading === 'no' && schedule(0, () => void older())),
    retry,
  };
}

const isLostBy = (answer: Awaited<Answer>): boolean => !answer.ok && isTemporary(answer.reason);

/** The first message, all answers in their order, and the box that answers there (THREAD-4). */
export function Thread({ contact, root }: { readonly contact: Contact; readonly root: number }) {
  const { t } = useTranslation();
  const list = useRef<VirtualizerHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const view = useThread(contact, root);
  const { rows, first } = view;
  const scroll = useListScroll(list, { rows, openAt: null, live: true }, Number.MAX_SAFE_INTEGER);
  const silence = useSilence(contact);
  const who = usePartner(contact, root, view);
  const { actions, layers } = useThreadActions(contact, silence, composer, view);
  const { attach, layer } = useAttach(who, scroll.toEnd);
  const writing = useSteady({ onSent: scroll.toEnd, onEditLast: useEditLast(rows, composer) });
  const label = t('thread.answers', { name: contactName(t, contact) });
  return (
    <div className={styles.thread}>
      <TopBar
        title={t('title.thread')}
        subtitle={contactName(t, contact)}
        start={<HeadFace contact={contact} />}
        end={contact.kind === 'group' && <Follow id={contact.id} root={root} />}
      />
      <div className={styles.middle}>
        <ChatGround chat={contact.id} />
        {view.stage === 'shown' && <FirstMessage contact={contact} row={first} actions={actions} />}
        {view.stage === 'loading' && <ListSkeleton />}
        {view.stage === 'failed' && <ListFailed onRetry={view.retry} />}
        {view.stage === 'shown' && view.count !== null && view.count > 0 && (
          <p className={styles.count}>{t('thread.replies', { count: view.count })}</p>
        )}
        {view.stage === 'shown' && rows.length === 0 && <p className={styles.none}>{t('thread.none')}</p>}
        {view.stage === 'shown' && rows.length > 0 && (
          <div className={styles.middle}>
            <OlderLine older={view.older} onRetry={view.retry} />
            <MessageList
              rows={rows}
              contact={contact}
              label={label}
              thread={threadKey(contact.id, root)}
              scroll={scroll}
              list={list}
              flash={null}
              selection={null}
              onNearTop={view.loadOlder}
              onNearEnd={nothing}
              onLook={nothing}
              leave={() => composer.current?.focus()}
              actions={actions}
            />
          </div>
        )}
      </div>
      {view.stage === 'shown' && view.answers !== null && (
        <Composer ref={composer} contact={who} silence={silence} attach={attach} {...writing} />
      )}
      {layers}
      {layer}
    </div>
  );
}

const nothing = (): void => undefined;

/** Target of the box: the conversation, with a separate draft, as an answer (THREAD-8). */
function usePartner(contact: Contact, root: number, { answers }: ThreadView): ChatPartner {
  const { t } = useTranslation();
  const who = useWho(contact);
  return useMemo(() => {
    const quote = answers && quoteOf(answers, (type) => t(labelKey(type)));
    return { ...who, thread: { key: threadKey(who.id, root), quote: quote && { ...quote, root } } };
  }, [who, root, answers, t]);
}

/** Follows or unfollows new answers, for this user only (THREAD-6). */
function Follow({ id, root }: { readonly id: Contact['id']; readonly root: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const follows = useStore((state) => followsThread(state, id, root));
  const Icon = follows ? Bell : BellOff;
  return (
    <IconButton
      label={t(follows ? 'thread.unfollow' : 'thread.follow')}
      aria-pressed={follows}
      onClick={() => void actions.followThread(id, root, !follows)}
    >
      <Icon size={20} strokeWidth={1.75} />
    </IconButton>
  );
}

/** Handlers for presses on parts of a message in a thread. */
function useThreadActions(
  contact: Contact,
  silence: string | null,
  composer: RefObject<ComposerHandle | null>,
  { first, rows }: ThreadView,
) {
  const { actions } = useClient();
  const navigate = useNavigate();
  const { reacting, layer } = useReacting(contact, silence);
  const { polls, layer: voters } = usePolls(contact);
  const all = [...(first ? [first] : []), ...rows];
  const { openMenu, reactQuickly } = useMessageMenu(contact, silence === null, composer, {
    rows: all,
    reacting,
  });
  const reply = useReply(contact, composer, silence);
  const openPerson = useOpenPerson(contact);
  const pressButton = usePressing(composer);
  const calls = useBeginCall(contact.id, contact.displayName, contact.avatar);
  const media = useMediaHandlers(contact.id, () => all.flatMap((row) => row.message ?? []));
  const rowActions: MessageRowActions = {
    ...polls,
    openMenu,
    react: reacting.choose,
    reactQuickly,
    toggleReaction: reacting.toggle,
    showReactors: reacting.people,
    reply: (row) => row.message && reply(row.message, row.own),
    openThread: nothing,
    toggle: nothing,
    openPerson,
    jumpTo: (message) => void navigate(chatAt(contact.id, message)),
    keep: (row) => actions.keepMessage(row.key),
    editAgain: (text) => composer.current?.refill(text),
    openMedia: (row, at) => row.message && media.open(row.message, at),
    pressButton,
    callBack: (row) => row.message && calls.begin(isVideoCall(row.message)),
  };
  const layers = (
    <>
      {media.layer}
      {layer}
      {voters}
    </>
  );
  return { actions: useSteady(rowActions), layers };
}
