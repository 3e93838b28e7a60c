import type { RefObject } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import { quickReactionOf } from '../../../client/state/preferences.ts';
import { nameOf } from '../../../client/state/selectors.ts';
import { accessIn } from '../../../client/state/group-access.ts';
import { isPinned } from '../../../client/state/message-pin-selectors.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import { type Message, type Quote, isPinnable, rootFor } from '../../../domain/message.ts';
import { readByLimits } from '../../../domain/limits.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { privacyOf } from '../../../domain/privacy.ts';
import { refusalFor } from '../../../domain/permissions.ts';
import { POLL_HEAD, isPoll } from '../../../domain/poll-mark.ts';
import { QUICK_REACTIONS } from '../../../domain/reactions.ts';
import { isPollOver, pollOf } from '../../../domain/poll.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { type MenuPlace, type QuickItems, useMenu } from '../../kit/menu.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { nowMs } from '../../platform/time.ts';
import type { ComposerHandle } from './compose/composer.tsx';
import { isEditableRow } from './editing.ts';
import { type MenuFacts, menuOf } from './menu-rules.ts';
import {
  type ActionParts,
  MESSAGE_ACTIONS,
  type MenuWays,
  type MessageAction,
  type MessageMenuItem,
} from './message-actions.ts';
import { linkShown } from './message/link-card.tsx';
import { labelKey } from '../../shared/preview-text.ts';
import { toMarkup } from '../../../domain/markup.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { partsOf } from './album.ts';
import { reactionsOf } from './reactions/shown.ts';
import { recallFacts } from './recalled.ts';
import { mayPinIn } from './pins/use-message-pins.ts';
import { type TimelineRow, bubbleBodyOf, deliveryOf } from './timeline.ts';

export interface MessageMenu {
  readonly openMenu: (row: TimelineRow, at: MenuPlace) => void;
  /** A double press: the user's quick reaction, where the menu offers reactions (REACT-12). */
  readonly reactQuickly: (row: TimelineRow) => void;
}

/** Opens the menu of a message and runs the chosen action. */
export function useMessageMenu(
  contact: Contact,
  maySpeak: boolean,
  composer: RefObject<ComposerHandle | null>,
  ways: MenuWays,
): MessageMenu {
  const { t } = useTranslation();
  const client = useClient();
  const parts = {
    contact,
    ways,
    composer,
    client,
    t,
    reply: useReply(contact, composer, null),
    ask: useAsk(),
    toasts: useToasts(),
    navigate: useNavigate(),
  };
  const open = useMenu((key: MessageId, at: MenuPlace) => {
    const row = ways.rows.flatMap(partsOf).find((one) => one.key === key);
    const facts = row && factsOf(client.store.get(), contact, row, { ...ways, maySpeak });
    if (!row || !facts) return null;
    const on: ActionParts = { ...parts, row, at };
    const options = MESSAGE_ACTIONS.filter((action) => action.isOffered(facts));
    const react = options.find(({ key: one }) => one === 'react');
    return {
      title: t('a11y.openMenu'),
      ...(react && { quick: quickOf(on, () => void react.execute(on)) }),
      items: options
        .filter((action) => action !== react)
        .map((action: MessageAction<MessageMenuItem>) => ({
          key: action.key,
          label: t(`menu.${action.key}`),
          icon: <action.icon size={20} strokeWidth={1.75} />,
          group: action.group,
          danger: action.danger === true,
          leads: action.leads === true,
          onSelect: () => void action.execute(on),
        })),
    };
  });
  return {
    openMenu: (row, at) => open(at, row.key, at),
    reactQuickly: (row) => {
      const state = client.store.get();
      const emoji = quickReactionOf(state);
      const facts = emoji === '' ? null : factsOf(state, contact, row, { ...ways, maySpeak });
      if (facts && menuOf(facts).includes('react')) ways.reacting.toggle(row, emoji);
    },
  };
}

/** Six emoji, and a way to all others. */
function quickOf({ t, client, row, ways: { reacting } }: ActionParts, more: () => void): QuickItems {
  const { mine } = reactionsOf(row, client.store.get().pending.react);
  return {
    label: t('react.choose'),
    items: QUICK_REACTIONS.map((emoji) => ({
      key: emoji,
      label: emoji,
      sign: emoji,
      isChecked: mine.includes(emoji),
      onSelect: () => reacting.toggle(row, emoji),
    })),
    more: { label: t('react.more'), onSelect: more },
  };
}

/** Null: nothing can be done with it. */
function factsOf(
  state: State,
  contact: Contact,
  row: TimelineRow,
  { maySpeak, ...ways }: MenuWays & { readonly maySpeak: boolean },
): MenuFacts | null {
  const body = row.kind === 'bubble' ? bubbleBodyOf(row) : null;
  if (body === null) return null;
  return {
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
    sharesReceipts: ways.readBy !== undefined && hasReaders(state, contact, row),
    reacted: (row.message?.reactions?.counts ?? []).length > 0,
    poll: isPoll(body.extra),
    mayClose: mayClose(state, contact, row),
    threading: ways.openThread ? threadingOf(state, row) : null,
    linkable: !state.sync.plain,
    mayReport: ways.report !== undefined && !state.sync.plain,
    mayChoose: ways.choose !== undefined,
    mayDelete: state.config.chatInfo.dbDelMsg,
    maySpeak,
  };
}

/** An own message of a group that is not too large, by who gives marks as well (READBY-2). */
const hasReaders = ({ sync, self }: State, { group }: Contact, { own, message }: TimelineRow): boolean =>
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
  const access = accessIn(state, contact.id);
  return row.own || (access !== null && refusalFor('closePoll', access, nowMs() / 1_000) === null);
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

/** Content of a quote: the text, or the label of the kind. */
export function quoteOf(message: Message, label: (type: Message['type']) => string): Quote {
  const hasText = message.type === 'text' || message.type === 'contact' || message.type === 'location';
  const head = isPoll(message.extra) ? POLL_HEAD : '';
  const words = head + unmarked(hasText ? message.content : captionIn(message), message.extra);
  const root = rootFor(message);
  return {
    msgId: message.msgId,
    content: hasText ? words : words || toMarkup(label(message.type)),
    userId: message.from.id,
    realname: message.from.realname || message.from.displayName,
    ...(root !== null && { root }),
  };
}
