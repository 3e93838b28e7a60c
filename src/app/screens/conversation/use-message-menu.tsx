import {
  AtSign,
  Copy,
  FileDown,
  Forward,
  ListChecks,
  type LucideIcon,
  MessageSquareQuote,
  Pencil,
  Pin,
  PinOff,
  RotateCw,
  SmilePlus,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { nameOf } from '../../../client/state/selectors.ts';
import { isPinned } from '../../../client/state/message-pin-selectors.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import { toMarkup, toPlain } from '../../../domain/markup.ts';
import { isPinnable } from '../../../domain/message-pins.ts';
import type { Message, Quote } from '../../../domain/message.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { recallWaitMs } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { copyText } from '../../kit/copy-text.ts';
import { type MenuPlace, useMenu } from '../../kit/menu.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { saveAs } from '../../platform/save.ts';
import type { ComposerHandle } from './compose/composer.tsx';
import { isEditableRow } from './editing.ts';
import { type MessageMenuItem, menuOf } from './menu-rules.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { labelKey } from '../../shared/label-key.ts';
import { recallFacts, rememberRecalled } from './recalled.ts';
import { mayPinIn } from './pins/use-may-pin.ts';
import { bubbleBodyOf, deliveryOf, type TimelineRow } from './timeline.ts';
import { selectionPath } from '../../paths/paths.ts';

const ICONS: Readonly<Record<MessageMenuItem, LucideIcon>> = {
  retry: RotateCw,
  quote: MessageSquareQuote,
  forward: Forward,
  copy: Copy,
  edit: Pencil,
  pin: Pin,
  unpin: PinOff,
  save: FileDown,
  saveEmoji: SmilePlus,
  mention: AtSign,
  select: ListChecks,
  recall: Undo2,
  delete: Trash2,
  discard: X,
};
const DANGER: ReadonlySet<MessageMenuItem> = new Set(['delete', 'discard']);

/** Opens the menu of a message and does what is chosen. */
export function useMessageMenu(
  contact: Contact,
  maySpeak: boolean,
  composer: RefObject<ComposerHandle | null>,
  choose: (row: TimelineRow) => void,
): (row: TimelineRow, at: MenuPlace) => void {
  const { t } = useTranslation();
  const { store } = useClient();
  const open = useMenu();
  const run = useRun(contact, composer, choose);
  return (row, at) => {
    const body = bubbleBodyOf(row);
    if (body === null) return;
    const state = store.get();
    const items = menuOf({
      ...recallFacts(state, contact, row),
      type: body.type,
      // What is there may be taken back, though its new words are on their way.
      delivery: row.saving ? 'sent' : deliveryOf(row, false),
      numbered: (row.message?.msgId ?? 0) > 0,
      mayEdit: isEditableRow(state, row),
      pinning: pinningOf(state, contact, row),
      mayDelete: state.config.chatInfo.dbDelMsg,
      maySpeak,
    });
    open({
      at,
      title: t('a11y.openMenu'),
      items: items.map((item) => {
        const Icon = ICONS[item];
        return {
          key: item,
          label: t(`menu.${item}`),
          icon: <Icon size={20} strokeWidth={1.75} />,
          danger: DANGER.has(item),
          run: () => run(item, row),
        };
      }),
    });
  };
}

/** What is still being uploaded has nobody told the server of. */
function pinningOf(state: State, contact: Contact, row: TimelineRow): 'pin' | 'unpin' | null {
  const body = bubbleBodyOf(row);
  if (body === null || row.kind !== 'bubble' || (row.message === null && row.waiting === null)) return null;
  if (!isPinnable({ type: body.type, recalled: false }) || !mayPinIn(state, contact)) return null;
  return isPinned(state, contact.id, row.key) ? 'unpin' : 'pin';
}

function useRun(
  contact: Contact,
  composer: RefObject<ComposerHandle | null>,
  choose: (row: TimelineRow) => void,
): (item: MessageMenuItem, row: TimelineRow) => void {
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
    if (row.own && message.type === 'text') rememberRecalled(row.key, toPlain(message.content));
    actions.recallLater(row.key, recallWaitMs(recallFacts(store.get(), contact, row)));
    toasts.say(t('chat.recallingSaid'));
  };
  const copy = async (row: TimelineRow) => {
    const body = bubbleBodyOf(row);
    const text =
      body?.type === 'text' ? toPlain(body.content) : new URL(body?.content ?? '', location.href).href;
    if (await copyText(text)) toasts.show(t('common.copied'));
  };
  const person = (message: Message) => ({ id: message.from.id, name: nameOf(store.get(), message.from) });
  return (item, row) => {
    const { message } = row;
    switch (item) {
      case 'retry':
        return row.upload ? actions.retryUpload(row.key) : actions.retry(row.key);
      case 'discard':
        return void discard(row);
      case 'copy':
        return void copy(row);
      case 'edit':
        return composer.current?.edit(row);
      case 'pin':
      case 'unpin':
        return void actions.pinMessage(contact.id, row.key, item === 'pin');
      case 'save':
        return message?.file
          ? saveAs(message.file.download || message.content, message.file.name)
          : undefined;
      case 'saveEmoji':
        return message ? void saveEmoji(message) : undefined;
      case 'select':
        return choose(row);
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
      case 'quote': {
        if (!message) return undefined;
        const who = contact.kind === 'group' && !row.own ? person(message) : null;
        return composer.current?.quote(
          quoteOf(message, (type) => t(labelKey(type))),
          who,
        );
      }
    }
  };
}

/** What a quote carries of its original: the words, or the label of the kind. */
function quoteOf(message: Message, label: (type: Message['type']) => string): Quote {
  const hasText = message.type === 'text' || message.type === 'contact' || message.type === 'location';
  const words = unmarked(hasText ? message.content : captionIn(message), message.extra);
  return {
    msgId: message.msgId,
    content: hasText ? words : words || toMarkup(label(message.type)),
    userId: message.from.id,
    realname: message.from.realname || message.from.displayName,
  };
}
