import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isTemporary } from '../../../../client/interface/answer.ts';
import { accessIn } from '../../../../client/state/group-access.ts';
import { messagePinsOf } from '../../../../client/state/message-pin-selectors.ts';
import { lastMessageOf } from '../../../../client/state/recalled.ts';
import { previewOf } from '../../../../client/state/selectors.ts';
import type { Contact, State } from '../../../../client/state/state.ts';
import type { MsgId } from '../../../../domain/ids.ts';
import type { Message, MessagePin } from '../../../../domain/message.ts';
import { refusalFor } from '../../../../domain/permissions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAgain, useClient, useStore } from '../../../shared/client-context.ts';
import { previewText } from '../../../shared/preview-text.ts';
import { useFolded } from '../../../shared/use-folded.ts';
import { partsOf } from '../album.ts';
import { useAuthorName } from '../message/author.tsx';
import type { TimelineRow } from '../timeline.ts';

/** A pinned message of this chat; `message`: null until it is loaded. */
export interface PinnedView {
  readonly pin: MessagePin;
  readonly message: Message | null;
}

/**
 * The pinned messages of a chat, newest first, in their current form: from the window if they are there, else
 * requested, and again after an edit (PINS-5).
 */
export function useMessagePins({ id, kind }: Contact, rows: readonly TimelineRow[]): readonly PinnedView[] {
  const { actions } = useClient();
  const pins = useStore((state) => messagePinsOf(state, id));
  const isKnown = useStore((state) => state.conversations.get(id)?.pins?.list !== undefined);
  const isAskable = useStore((state) => mayAsk(state, id));
  const [loadedPins, setLoadedPins] = useState<readonly Message[]>(NOTHING);
  // Unpinned messages are dropped.
  const present = loadedPins.filter((message) => pins.some((pin) => pin.msgId === message.msgId));
  if (present.length < loadedPins.length) setLoadedPins(present);
  const withRows = useMemo(() => withMessages(pins, rows, loadedPins), [pins, rows, loadedPins]);
  const missing = withRows
    .flatMap(({ pin, message }) => (message === null ? `${pin.id} ${pin.rev}` : []))
    .join();
  const question =
    !isAskable || kind === 'system' || kind === 'notice' || kind === 'favourites'
      ? ''
      : isKnown
        ? missing
        : 'all';
  const [isLost, setLost] = useState(false);
  const [turn, setTurn] = useState(0);
  const ask = useEffectEvent((_turn: number) => actions.messagePins(id));
  useEffect(() => {
    // An answer also covers later requests: it changes the list, and with it the request.
    const load = async () => {
      const answer = await ask(turn);
      if (answer.ok) setLoadedPins(answer.value);
      setLost(!answer.ok && isTemporary(answer.reason));
    };
    if (question !== '') void load();
  }, [question, turn]);
  useAgain(isLost && question !== '', () => setTurn((n) => n + 1));
  return withRows;
}

const NOTHING: readonly Message[] = [];

/** Checks for a window that can store the answer, and a connected server that supports pins. */
const mayAsk = ({ conversations, connection, sync }: State, id: Contact['id']): boolean =>
  conversations.has(id) && connection.name === 'open' && !sync.plain;

function withMessages(
  pins: readonly MessagePin[],
  rows: readonly TimelineRow[],
  loadedPins: readonly Message[],
): readonly PinnedView[] {
  if (pins.length === 0) return [];
  const ids = new Set(pins.map(({ msgId }) => msgId));
  const here = new Map<MsgId, Message>(loadedPins.map((message) => [message.msgId, message]));
  for (const { message } of rows.flatMap(partsOf))
    if (message !== null && ids.has(message.msgId)) here.set(message.msgId, message);
  return pins.map((pin) => {
    const loaded = here.get(pin.msgId);
    return { pin, message: loaded && (loaded.rev ?? 0) >= pin.rev ? loaded : null };
  });
}

/** A pinned message on one line, as in the list of chats (LIST-6); without a name while folded (BLOCK-17). */
export function usePinLine(
  chat: Contact['id'],
  message: Message | null,
): { readonly name: string; readonly words: string } {
  const { t } = useTranslation();
  const author = useAuthorName(message?.from ?? null);
  const folded = useFolded(chat, message?.from.id);
  if (folded) return { name: '', words: t('chat.folded') };
  const words = message === null ? t('pins.one') : previewText(t, previewOf(lastMessageOf(message)), null);
  return { name: author, words };
}

/**
 * Checks whether this user may pin there: both users of a private chat, in a group by the table of
 * permissions (PINS-2).
 */
export function mayPinIn(state: State, { id, kind }: Contact): boolean {
  if (state.sync.plain) return false;
  if (kind === 'person') return state.config.chatInfo.simpleChat;
  const access = kind === 'group' ? accessIn(state, id) : null;
  return access !== null && refusalFor('pinMessage', access, 0) === null;
}

export const useMayPin = (contact: Contact): boolean => useStore((state) => mayPinIn(state, contact));
