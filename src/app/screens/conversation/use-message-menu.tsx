import {
  AtSign,
  CircleStop,
  BellRing,
  CheckCheck,
  CircleDot,
  Copy,
  FileDown,
  Flag,
  Forward,
  Link,
  Link2Off,
  ListChecks,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  RotateCw,
  SmilePlus,
  Sticker,
  Trash2,
  Undo2,
  UsersRound,
  X,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import { nameOf } from '../../../client/state/selectors.ts';
import { standingIn } from '../../../client/state/chat-selectors.ts';
import { isPinned } from '../../../client/state/message-pin-selectors.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import { toPlain } from '../../../domain/markup.ts';
import { isPinnable } from '../../../domain/message-pins.ts';
import { readByLimits } from '../../../domain/limits.ts';
import type { MessageId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/message.ts';
import { privacyOf } from '../../../domain/privacy.ts';
import { recallWaitMs, refuses } from '../../../domain/permissions.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { isPollOver, pollOf } from '../../../domain/poll.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { copyText } from '../../kit/copy-text.ts';
import { type MenuPlace, useMenu } from '../../kit/menu.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useWide } from '../../kit/use-media.ts';
import { useAsk } from '../../kit/use-ask.tsx';
import { nowMs } from '../../platform/time.ts';
import { saveAs } from '../../platform/save.ts';
import type { ComposerHandle } from './compose/composer.tsx';
import { isEditableRow } from './editing.ts';
import { type MessageMenuItem, menuOf } from './menu-rules.ts';
import { linkShown } from './message/link-card.tsx';
import { labelKey } from '../../shared/label-key.ts';
import { copiedWords } from './polls/poll-words.ts';
import { quoteOf } from './quote-of.ts';
import { QuickRow } from './reactions/quick-row.tsx';
import { partsOf } from './album.ts';
import { reactionsOf } from './reactions/shown.ts';
import type { Reacting } from './reactions/use-reacting.tsx';
import { recallFacts, rememberRecalled } from './recalled.ts';
import { mayPinIn } from './pins/use-may-pin.ts';
import type { Remind } from './later/use-reminding.tsx';
import { bubbleBodyOf, deliveryOf, type TimelineRow } from './timeline.ts';
import { PATHS, pathTo, selectionPath } from '../../paths/paths.ts';

const ICONS: Readonly<Record<MessageMenuItem, LucideIcon>> = {
  react: SmilePlus,
  reactors: UsersRound,
  readBy: CheckCheck,
  retry: RotateCw,
  quote: MessageSquareQuote,
  thread: MessagesSquare,
  viewThread: MessagesSquare,
  forward: Forward,
  copy: Copy,
  copyLink: Link,
  edit: Pencil,
  pin: Pin,
  unpin: PinOff,
  remind: BellRing,
  unreadFrom: CircleDot,
  removePreview: Link2Off,
  save: FileDown,
  saveEmoji: Sticker,
  mention: AtSign,
  select: ListChecks,
  closePoll: CircleStop,
  report: Flag,
  recall: Undo2,
  delete: Trash2,
  discard: X,
};
const DANGER: ReadonlySet<MessageMenuItem> = new Set(['report', 'delete', 'discard']);

/** Targets of a menu beyond the message itself. */
export interface MenuWays {
  /** Rows for looking up the message while its menu is open. */
  readonly rows: readonly TimelineRow[];
  readonly reacting: Reacting;
  /** Shows the users who have read an own message of a group. */
  readonly readBy?: (id: MessageId) => void;
  /** Asks for the time of a reminder. */
  readonly remind?: Remind;
  /** Reports the message to the moderators; absent in a thread. */
  readonly report?: (message: Message) => void;
  /** Several are chosen from here on; absent where that is not offered. */
  readonly choose?: (row: TimelineRow) => void;
  /** Absent in a thread. */
  readonly openThread?: (row: TimelineRow) => void;
}

/** Opens the menu of a message and runs the chosen action. */
export function useMessageMenu(
  contact: Contact,
  maySpeak: boolean,
  composer: RefObject<ComposerHandle | null>,
  ways: MenuWays,
): (row: TimelineRow, at: MenuPlace) => void {
  const { t } = useTranslation();
  const { store } = useClient();
  const run = useRun(contact, composer, ways);
  const { reacting } = ways;
  const wide = useWide();
  const open = useMenu((key: MessageId, at: MenuPlace) => {
    const row = ways.rows.flatMap(partsOf).find((one) => one.key === key);
    const body = row?.kind === 'bubble' ? bubbleBodyOf(row) : null;
    if (row === undefined || body === null) return null;
    const state = store.get();
    const items = menuOf({
      ...recallFacts(state, contact, row),
      type: body.type,
      // An existing message can be recalled, even while its edit is being sent.
      delivery: row.saving ? 'sent' : deliveryOf(row, false),
      numbered: (row.message?.msgId ?? 0) > 0,
      mayEdit: isEditableRow(state, row),
      pinning: pinningOf(state, contact, row),
      mayReact: !state.sync.plain,
      mayRemind: ways.remind !== undefined && !state.sync.plain,
      mayMark: ways.openThread !== undefined && isMarkable(state, contact, row),
      previewed: linkShown(row.message, body) !== null && !state.pending.card.has(row.key),
      tellsReaders: ways.readBy !== undefined && tellsReaders(state, contact, row),
      reacted: (row.message?.reactions?.counts ?? []).length > 0,
      poll: isPoll(body.extra),
      mayClose: mayClose(state, contact, row),
      threading: ways.openThread ? threadingOf(state, row) : null,
      linkable: !state.sync.plain,
      mayReport: ways.report !== undefined && !state.sync.plain,
      mayChoose: ways.choose !== undefined,
      mayDelete: state.config.chatInfo.dbDelMsg,
      maySpeak,
    });
    const isQuick = !wide && items.includes('react');
    return {
      title: t('a11y.openMenu'),
      ...(isQuick && { head: (close) => <QuickHead row={row} reacting={reacting} onClose={close} /> }),
      items: (isQuick ? items.filter((item) => item !== 'react') : items).map((item) => {
        const Icon = ICONS[item];
        return {
          key: item,
          label: t(`menu.${item}`),
          icon: <Icon size={20} strokeWidth={1.75} />,
          danger: DANGER.has(item),
          // The times are a menu, too: this one must not close it.
          leads: item === 'remind',
          run: () => run(item, row, at),
        };
      }),
    };
  });
  return (row, at) => open(at, row.key, at);
}

/** An own message of a group that is not too large, by who gives marks as well (READBY-2). */
const tellsReaders = ({ sync, self }: State, { group }: Contact, { own, message }: TimelineRow): boolean =>
  own &&
  typeof message?.n === 'number' &&
  !sync.plain &&
  group !== null &&
  group.members <= readByLimits.peopleMax &&
  privacyOf(self?.privacy).read;

/** An open poll of the user, or in a group one that managers may close. */
function mayClose(state: State, contact: Contact, row: TimelineRow): boolean {
  const poll = row.kind === 'bubble' ? pollOf(row.message?.extra) : null;
  if (poll === null || isPollOver(poll, row.message?.poll?.closed ?? false, row.sentAtMs, nowMs()))
    return false;
  const standing = standingIn(state, contact.id);
  return row.own || (standing !== null && refuses('closePoll', standing, nowMs() / 1_000) === null);
}

/** A chat with others, whose messages have numbers (UNREAD-3). */
const isMarkable = ({ sync }: State, { kind }: Contact, { message }: TimelineRow): boolean =>
  !sync.plain && (kind === 'person' || kind === 'group') && typeof message?.n === 'number';

/** A user who may not speak can still read an existing thread. */
function threadingOf({ sync }: State, { message }: TimelineRow): 'thread' | 'viewThread' | null {
  if (sync.plain || message === null || message.n === null) return null;
  return message.root !== undefined || (message.replies?.count ?? 0) > 0 ? 'viewThread' : 'thread';
}

/** A message that is still being uploaded is unknown to the server. */
function pinningOf(state: State, contact: Contact, row: TimelineRow): 'pin' | 'unpin' | null {
  const body = bubbleBodyOf(row);
  if (body === null || row.kind !== 'bubble' || (row.message === null && row.waiting === null)) return null;
  if (!isPinnable({ type: body.type, recalled: false }) || !mayPinIn(state, contact)) return null;
  return isPinned(state, contact.id, row.key) ? 'unpin' : 'pin';
}

function useRun(
  contact: Contact,
  composer: RefObject<ComposerHandle | null>,
  { reacting, readBy, remind, report, choose, openThread }: MenuWays,
): (item: MessageMenuItem, row: TimelineRow, at: MenuPlace) => void {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const navigate = useNavigate();
  const remove = async (row: TimelineRow) => {
    if (
      await ask({
        title: t('chat.deleteTitle'),
        text: t('chat.deleteConfirm'),
        confirm: t('chat.deleteAction'),
        danger: true,
      })
    )
      await actions.remove(row.key);
  };
  const closePoll = async (row: TimelineRow) => {
    const words = { title: t('poll.closeTitle'), text: t('poll.closeText'), confirm: t('menu.closePoll') };
    if (await ask(words)) await actions.closePoll(row.key);
  };
  const saveEmoji = async (message: Message) => {
    if (message.file && (await actions.addEmoji(message.file.id)).ok) toasts.show(t('emoji.saved'));
  };
  const discard = async (row: TimelineRow) => {
    if (row.upload && !row.message) return actions.cancelUpload(row.key);
    const words = {
      title: t('chat.discardTitle'),
      text: t('chat.discardConfirm'),
      confirm: t('chat.discardAction'),
      danger: true,
    };
    if (row.waiting?.status === 'failed' || (await ask(words))) actions.discard(row.key);
  };
  const recall = (row: TimelineRow, message: Message) => {
    if (row.own && message.type === 'text' && !isPoll(message.extra))
      rememberRecalled(row.key, toPlain(message.content));
    actions.recallLater(row.key, recallWaitMs(recallFacts(store.get(), contact, row)));
    toasts.say(t('chat.recallingSaid'));
  };
  const copy = async (row: TimelineRow) => {
    const body = bubbleBodyOf(row);
    const text = body?.type === 'text' ? copiedWords(body) : new URL(body?.content ?? '', location.href).href;
    if (await copyText(text)) toasts.show(t('common.copied'));
  };
  const copyLink = async ({ message }: TimelineRow) => {
    const path = message && pathTo('messageLink', { msg_id: message.msgId });
    if (path && (await copyText(new URL(`#${path}`, location.href).href))) toasts.show(t('link.copied'));
  };
  const person = (message: Message) => ({ id: message.from.id, name: nameOf(store.get(), message.from) });
  const reply = useReply(contact, composer, null);
  return (item, row, at) => {
    const { message } = row;
    switch (item) {
      case 'react':
        return reacting.choose(row, placeIn(row, at));
      case 'reactors':
        return reacting.people(row);
      case 'readBy':
        return message ? readBy?.(message.id) : undefined;
      case 'retry':
        return row.upload ? actions.retryUpload(row.key) : actions.retry(row.key);
      case 'discard':
        return void discard(row);
      case 'copy':
        return void copy(row);
      case 'copyLink':
        return void copyLink(row);
      case 'edit':
        return composer.current?.edit(row);
      case 'pin':
      case 'unpin':
        return void actions.pinMessage(contact.id, row.key, item === 'pin');
      case 'remind':
        return remind?.(row, at);
      case 'unreadFrom':
        void actions.markUnread(contact.id, message?.n ?? true);
        // The chat starts there when it is opened again.
        return void navigate(PATHS.home);
      case 'removePreview':
        return void actions.removePreview(contact.id, row.key, message?.link?.url ?? '');
      case 'save':
        return message?.file
          ? saveAs(message.file.download || message.content, message.file.name)
          : undefined;
      case 'saveEmoji':
        return message ? void saveEmoji(message) : undefined;
      case 'select':
        return choose?.(row);
      case 'closePoll':
        return void closePoll(row);
      case 'report':
        return message ? report?.(message) : undefined;
      case 'thread':
      case 'viewThread':
        return openThread?.(row);
      case 'delete':
        return void remove(row);
      case 'recall':
        return message ? recall(row, message) : undefined;
      case 'forward':
        return void navigate(
          selectionPath('forward', { contact_id: contact.id, msg_id: message?.msgId ?? 0 }),
        );
      case 'mention':
        return message ? composer.current?.mention(person(message)) : undefined;
      case 'quote':
        return message ? reply(message, row.own) : undefined;
    }
  };
}

/**
 * Starts an answer to a message; in a group its author is mentioned. `silence`: the reason why the user may
 * not write, which is shown instead.
 */
export function useReply(
  contact: Contact,
  composer: RefObject<ComposerHandle | null>,
  silence: string | null,
): (message: Message, own: boolean) => void {
  const { t } = useTranslation();
  const { store } = useClient();
  const toasts = useToasts();
  return (message, own) => {
    if (silence !== null) return toasts.show(silence);
    const { from } = message;
    const who = contact.kind === 'group' && !own ? { id: from.id, name: nameOf(store.get(), from) } : null;
    composer.current?.quote(
      quoteOf(message, (type) => t(labelKey(type))),
      who,
    );
  };
}

/** The bubble itself, where a point was pressed. */
const placeIn = (row: TimelineRow, at: MenuPlace): Element | null =>
  at instanceof Element ? at : document.querySelector(`[data-message="${CSS.escape(row.key)}"] article`);

/** On top of the sheet of a narrow window. */
function QuickHead({
  row,
  reacting,
  onClose,
}: {
  readonly row: TimelineRow;
  readonly reacting: Reacting;
  readonly onClose: () => void;
}) {
  const wishes = useStore((state) => state.pending.react);
  const done = (run: () => void) => {
    onClose();
    run();
  };
  return (
    <QuickRow
      mine={reactionsOf(row, wishes).mine}
      onSign={(emoji) => done(() => reacting.toggle(row, emoji))}
      onMore={() => done(() => reacting.choose(row, null))}
    />
  );
}
