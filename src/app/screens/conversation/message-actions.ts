import type { TFunction } from 'i18next';
import {
  AtSign,
  BellRing,
  CheckCheck,
  CircleDot,
  CircleStop,
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
import type { Client } from '../../../client/interface/client.ts';
import { nameOf } from '../../../client/state/selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import { toPlain } from '../../../domain/markup.ts';
import type { MessageId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/message.ts';
import { mayRecall, recallWaitMs } from '../../../domain/permissions.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { copyText } from '../../kit/copy-text.ts';
import type { MenuPlace } from '../../kit/menu.tsx';
import type { useNavigate } from '../../kit/navigation.ts';
import type { useToasts } from '../../kit/toaster.tsx';
import type { useAsk } from '../../kit/use-ask.tsx';
import { PATHS, pathTo, selectionPath } from '../../paths/paths.ts';
import { canCopyPictures, copyPicture } from '../../platform/copy-picture.ts';
import { saveAs } from '../../platform/save.ts';
import type { ComposerHandle } from './compose/composer.tsx';
import type { Remind } from './later/use-time-choice.tsx';
import type { MenuFacts } from './menu-rules.ts';
import { copiedWords } from './polls/poll-words.ts';
import type { Reacting } from './reactions/use-reacting.tsx';
import { recallFacts, rememberRecalled } from './recalled.ts';
import { bubbleBodyOf, type TimelineRow } from './timeline.ts';

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

/** The message of an action, and everything that an action may use. */
export interface ActionParts {
  readonly row: TimelineRow;
  readonly at: MenuPlace;
  readonly contact: Contact;
  readonly ways: MenuWays;
  readonly composer: RefObject<ComposerHandle | null>;
  readonly reply: (message: Message, own: boolean) => void;
  readonly client: Pick<Client, 'actions' | 'store'>;
  readonly t: TFunction;
  readonly ask: ReturnType<typeof useAsk>;
  readonly toasts: ReturnType<typeof useToasts>;
  readonly navigate: ReturnType<typeof useNavigate>;
}

/** Lines of the menu separate the groups. */
type ActionGroup = 'answer' | 'take' | 'keep' | 'end';

export interface MessageAction<K extends string = string> {
  readonly key: K;
  readonly icon: LucideIcon;
  readonly group: ActionGroup;
  readonly danger?: true;
  /** It opens another menu in place of this one. */
  readonly leads?: true;
  readonly isOffered: (facts: MenuFacts) => boolean;
  readonly execute: (on: ActionParts) => unknown;
}

const HELD: ReadonlySet<string> = new Set(['image', 'video', 'file']);
const isUnsent = ({ delivery }: MenuFacts): boolean => delivery === 'failed' || delivery === 'going';
const isSent = (facts: MenuFacts): boolean => !isUnsent(facts) && facts.type !== 'event';
/** Known to the server by number, and not a call. */
const isSaid = (facts: MenuFacts): boolean => isSent(facts) && facts.numbered && facts.type !== 'webrtc';

/** Everything that can be done with one message, in the order of its menu. A feature adds its own row. */
export const MESSAGE_ACTIONS = [
  {
    key: 'retry',
    icon: RotateCw,
    group: 'answer',
    isOffered: ({ delivery, type }) => delivery === 'failed' && type !== 'event',
    execute: ({ row, client: { actions } }) =>
      row.upload ? actions.retryUpload(row.key) : actions.retry(row.key),
  },
  {
    key: 'react',
    icon: SmilePlus,
    group: 'answer',
    isOffered: (facts) => isSaid(facts) && facts.mayReact && facts.maySpeak,
    execute: ({ row, at, ways }) => ways.reacting.choose(row, bubbleAt(row, at), 'all'),
  },
  {
    key: 'quote',
    icon: MessageSquareQuote,
    group: 'answer',
    isOffered: (facts) => isSaid(facts) && facts.maySpeak,
    execute: ({ row, reply }) => row.message && reply(row.message, row.own),
  },
  {
    key: 'thread',
    icon: MessagesSquare,
    group: 'answer',
    isOffered: (facts) => isSaid(facts) && facts.threading === 'thread' && facts.maySpeak,
    execute: ({ row, ways }) => ways.openThread?.(row),
  },
  {
    key: 'viewThread',
    icon: MessagesSquare,
    group: 'answer',
    isOffered: (facts) => isSent(facts) && facts.threading === 'viewThread',
    execute: ({ row, ways }) => ways.openThread?.(row),
  },
  {
    key: 'mention',
    icon: AtSign,
    group: 'answer',
    isOffered: (facts) => isSent(facts) && !facts.mine && facts.inGroup && facts.maySpeak,
    execute: ({ row: { message }, composer, client: { store } }) =>
      message && composer.current?.mention({ id: message.from.id, name: nameOf(store.get(), message.from) }),
  },
  {
    key: 'forward',
    icon: Forward,
    group: 'take',
    isOffered: (facts) => isSaid(facts) && facts.type !== 'voice' && !facts.poll,
    execute: ({ row, contact, navigate }) =>
      navigate(selectionPath('forward', { contact_id: contact.id, msg_id: row.message?.msgId ?? 0 })),
  },
  {
    key: 'copy',
    icon: Copy,
    group: 'take',
    // A video or file does not fit on the clipboard, and its address must not leave the app (MEDIA-17).
    isOffered: ({ type, numbered }) => type === 'text' || (type === 'image' && numbered && canCopyPictures()),
    execute: (on) => copy(on),
  },
  {
    key: 'copyLink',
    icon: Link,
    group: 'take',
    isOffered: (facts) => isSent(facts) && facts.linkable && facts.numbered,
    execute: (on) => copyLink(on),
  },
  {
    key: 'save',
    icon: FileDown,
    group: 'take',
    isOffered: (facts) => isSent(facts) && HELD.has(facts.type),
    execute: ({ row: { message } }) =>
      message?.file && saveAs(message.file.download || message.content, message.file.name),
  },
  {
    key: 'saveEmoji',
    icon: Sticker,
    group: 'take',
    isOffered: (facts) => isSent(facts) && facts.type === 'emoji',
    execute: (on) => saveEmoji(on),
  },
  {
    key: 'select',
    icon: ListChecks,
    group: 'take',
    isOffered: (facts) => isSent(facts) && facts.numbered && facts.mayChoose,
    execute: ({ row, ways }) => ways.choose?.(row),
  },
  {
    key: 'edit',
    icon: Pencil,
    group: 'keep',
    isOffered: ({ delivery, mayEdit, maySpeak }) => delivery !== 'failed' && mayEdit && maySpeak,
    execute: ({ row, composer }) => composer.current?.edit(row),
  },
  {
    key: 'pin',
    icon: Pin,
    group: 'keep',
    isOffered: ({ delivery, pinning }) => delivery !== 'failed' && pinning === 'pin',
    execute: ({ row, contact, client }) => client.actions.pinMessage(contact.id, row.key, true),
  },
  {
    key: 'unpin',
    icon: PinOff,
    group: 'keep',
    isOffered: ({ delivery, pinning }) => delivery !== 'failed' && pinning === 'unpin',
    execute: ({ row, contact, client }) => client.actions.pinMessage(contact.id, row.key, false),
  },
  {
    key: 'remind',
    icon: BellRing,
    group: 'keep',
    leads: true,
    isOffered: (facts) => isSent(facts) && facts.numbered && facts.mayRemind,
    execute: ({ row, at, ways }) => ways.remind?.(row, at),
  },
  {
    key: 'unreadFrom',
    icon: CircleDot,
    group: 'keep',
    isOffered: (facts) => isSent(facts) && !facts.mine && facts.numbered && facts.mayMark,
    execute: ({ row, contact, client, navigate }) => {
      void client.actions.markUnread(contact.id, row.message?.n ?? true);
      // The chat starts there when it is opened again.
      void navigate(PATHS.home);
    },
  },
  {
    key: 'removePreview',
    icon: Link2Off,
    group: 'keep',
    isOffered: (facts) => isSent(facts) && facts.mine && facts.previewed,
    execute: ({ row, contact, client }) =>
      client.actions.removePreview(contact.id, row.key, row.message?.link?.url ?? ''),
  },
  {
    key: 'readBy',
    icon: CheckCheck,
    group: 'keep',
    isOffered: (facts) => isSent(facts) && facts.sharesReceipts && facts.type !== 'webrtc',
    execute: ({ row, ways }) => row.message && ways.readBy?.(row.message.id),
  },
  {
    key: 'reactors',
    icon: UsersRound,
    group: 'keep',
    isOffered: (facts) => isSent(facts) && facts.reacted,
    execute: ({ row, ways }) => ways.reacting.people(row),
  },
  {
    key: 'closePoll',
    icon: CircleStop,
    group: 'keep',
    isOffered: (facts) => isSent(facts) && facts.mayClose,
    execute: (on) => closePoll(on),
  },
  {
    key: 'report',
    icon: Flag,
    group: 'end',
    danger: true,
    isOffered: (facts) => isSaid(facts) && !facts.mine && facts.mayReport,
    execute: ({ row, ways }) => row.message && ways.report?.(row.message),
  },
  {
    key: 'recall',
    icon: Undo2,
    group: 'end',
    isOffered: (facts) => isSent(facts) && facts.type !== 'webrtc' && mayRecall(facts),
    execute: (on) => recall(on),
  },
  {
    key: 'delete',
    icon: Trash2,
    group: 'end',
    danger: true,
    isOffered: (facts) => isSent(facts) && facts.mine && facts.mayDelete,
    execute: (on) => remove(on),
  },
  {
    key: 'discard',
    icon: X,
    group: 'end',
    danger: true,
    isOffered: (facts) => isUnsent(facts) && facts.type !== 'event',
    execute: (on) => discard(on),
  },
] as const satisfies readonly MessageAction[];

export type MessageMenuItem = (typeof MESSAGE_ACTIONS)[number]['key'];

/** The bubble itself, where a point was pressed. */
const bubbleAt = (row: TimelineRow, at: MenuPlace): Element | null =>
  at instanceof Element ? at : document.querySelector(`[data-message="${CSS.escape(row.key)}"] article`);

async function copy({ row, client, toasts, t }: ActionParts): Promise<void> {
  const body = bubbleBodyOf(row);
  if (body === null) return;
  if (body.type === 'text') {
    if (await copyText(copiedWords(body))) toasts.show(t('common.copied'));
    return;
  }
  const isCopied = await copyPicture(async () => {
    const answer = await client.actions.renewLink(body.content);
    return answer.ok ? answer.value : body.content;
  });
  toasts.show(t(isCopied ? 'common.copied' : 'media.copyFailed'));
}

async function copyLink({ row: { message }, toasts, t }: ActionParts): Promise<void> {
  const path = message && pathTo('messageLink', { msg_id: message.msgId });
  if (path && (await copyText(new URL(`#${path}`, location.href).href))) toasts.show(t('link.copied'));
}

async function saveEmoji({ row: { message }, client, toasts, t }: ActionParts): Promise<void> {
  if (message?.file && (await client.actions.addEmoji(message.file.id)).ok) toasts.show(t('emoji.saved'));
}

async function closePoll({ row, client, ask, t }: ActionParts): Promise<void> {
  const words = { title: t('poll.closeTitle'), text: t('poll.closeText'), confirm: t('menu.closePoll') };
  if (await ask(words)) await client.actions.closePoll(row.key);
}

function recall({ row, contact, client: { actions, store }, toasts, t }: ActionParts): void {
  const { message } = row;
  if (message === null) return;
  if (row.own && message.type === 'text' && !isPoll(message.extra))
    rememberRecalled(row.key, toPlain(message.content));
  actions.recallLater(row.key, recallWaitMs(recallFacts(store.get(), contact, row)));
  toasts.say(t('chat.recallingSaid'));
}

async function remove({ row, client, ask, t }: ActionParts): Promise<void> {
  const words = {
    title: t('chat.deleteTitle'),
    text: t('chat.deleteConfirm'),
    confirm: t('chat.deleteAction'),
    danger: true,
  };
  if (await ask(words)) await client.actions.remove(row.key);
}

async function discard({ row, client: { actions }, ask, t }: ActionParts): Promise<void> {
  if (row.upload && !row.message) return actions.cancelUpload(row.key);
  const words = {
    title: t('chat.discardTitle'),
    text: t('chat.discardConfirm'),
    confirm: t('chat.discardAction'),
    danger: true,
  };
  if (row.waiting?.status === 'failed' || (await ask(words))) actions.discard(row.key);
}
