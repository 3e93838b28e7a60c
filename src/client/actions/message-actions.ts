import { messageId, type ContactId, type MessageId, type MsgId } from '../../domain/ids.ts';
import { pinLimits, textLimits as limits } from '../../domain/limits.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import { previewsChosen } from '../state/preferences.ts';
import { firstLink } from '../../domain/link-preview.ts';
import { toMarkup } from '../../domain/markup.ts';
import { EMPTY_DRAFT, type Draft, type Message, type Outgoing } from '../../domain/message.ts';
import { unmarked, withWordMarks, wordMarksOf } from '../../domain/rich-text.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { lengthOf } from '../../domain/validation.ts';
import { isUnseen } from '../../domain/unseen.ts';
import {
  type PinnedMessage,
  decodeLocated,
  decodeMessagePins,
  decodePage,
} from '../../wire/answers/messages.ts';
import {
  delMessage,
  getMessageList,
  getMessagePins,
  locateMessage,
  undoMessage,
} from '../../wire/calls/messages.ts';
import type { Actions, Failure } from '../interface/client.ts';
import { groupKindOf } from '../connection/api.ts';
import { editsWaitingMax, pinsAskedMax, pinsWaitingMax } from '../state/limits.ts';
import { messageHere } from '../state/chat-selectors.ts';
import { quotedInOutbox } from '../state/quoting.ts';
import { DONE, fieldFailure, MISREAD, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import { forward } from './forwarding.ts';
import { type ActionParts, isDraftOf } from './parts.ts';

type MessageActions = Pick<
  Actions,
  | 'mentionsOf'
  | 'send'
  | 'sendCard'
  | 'sendPlace'
  | 'edit'
  | 'recall'
  | 'remove'
  | 'forward'
  | 'pinMessage'
  | 'messagePins'
  | 'locateMessage'
>;

/** Requests about the messages of a chat, and sending. */
export function messageActions(parts: ActionParts): MessageActions {
  const { api, plain, drafts, ports, scope, opened } = parts;
  return {
    mentionsOf: async (id) => {
      const body = {
        toContactId: id,
        is_group: groupKindOf(id),
        is_at: 1,
        peek: 1,
        page: 1,
        limit: frameLimits.pageLimitMax,
      };
      const answer = await api.call(path(getMessageList), body);
      return answer.ok ? ok(decodePage(answer.value.data).messages) : answer;
    },

    send: async (id, draft, from = id) => {
      const open = scope() ?? (await opened());
      if (open === null) return NOBODY_SIGNED_IN;
      if (isUnseen(draft.text)) return fail({ kind: 'server', code: 400, message: '' });
      if (lengthOf(draft.text) > limits.messageMax) return fieldFailure('tooLong');
      const quote = quotedInOutbox(draft.quote, plain.is());
      const ends = from === id && isDraftOf(parts, id, draft) && { endsDraft: ports.ids.uuid() };
      const message = { ...outgoing(ports, id, { ...draft, quote }), ...previewOf(parts, draft), ...ends };
      if (!(await open.outbox.add(message))) return fail({ kind: 'transport', why: 'full' });
      // A message being sent is no longer a draft (STORE-10), unless the user typed something else since.
      if (drafts.get(from).text.trim() === draft.text.trim()) {
        drafts.set(from, EMPTY_DRAFT);
        drafts.setLost(from, null);
        open.pendingChanges.typed(from);
      }
      return ok(message.id);
    },
    sendCard: (id, { id: person, displayName, avatar }, words) =>
      sendCard(parts, id, 'contact', words, { id: person, displayName, avatar }),
    sendPlace: (id, place, words) => sendCard(parts, id, 'location', words, { ...place }),

    edit: (to, id, draft) => edit(parts, to, id, draft),
    pinMessage: (to, id, on) => pin(parts, to, id, on),
    messagePins: (id) => messagePins(parts, id),
    locateMessage: (message) => locate(parts, message),
    recall: (id) => outcome(api.call(path(undoMessage), { id })),
    remove: async (id) => {
      const answer = await outcome(api.call(path(delMessage), { id }));
      if (answer.ok)
        plain.report({
          type: 'messageDeleted',
          conversation: null,
          id,
          n: null,
          last: undefined,
          mentioned: [],
          author: null,
        });
      return answer;
    },
    forward: (message, to) => forward(parts, message, to),
  };
}

/** Finds the chat of a linked message; the caller shows that it is not available (LINK-1). */
async function locate({ api }: ActionParts, message: MsgId): Promise<Result<ContactId, Failure>> {
  const answer = await api.call(path(locateMessage), { msg_id: message }, { quiet: 'refusals' });
  if (!answer.ok) return answer;
  const to = decodeLocated(answer.value.data);
  return to === null ? MISREAD : ok(to);
}

/** Shown at once; sent when possible (EDIT-5). */
async function edit(
  parts: ActionParts,
  to: ContactId,
  id: MessageId,
  draft: Draft,
): Promise<Result<void, Failure>> {
  const { scope, opened, store, ports } = parts;
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  if (lengthOf(draft.text) > limits.messageMax) return fieldFailure('tooLong');
  const waiting = store.get().pending.edit;
  if (waiting.size >= editsWaitingMax && !waiting.has(id)) return fail({ kind: 'transport', why: 'setup' });
  const at = draft.at.map((one) => one.id);
  const content = toMarkup(draft.text);
  const mark = wordMarksOf(draft);
  const line = unmarked(content, mark);
  const value = {
    op: ports.ids.uuid(),
    to,
    content,
    ...mark,
    ...(line !== content && { line }),
    at,
    rev: messageHere(store.get(), to, id)?.rev ?? 0,
    ...previewOf(parts, draft),
  };
  open.pendingChanges.want({ register: 'edit', conversation: id, value });
  return DONE;
}

/** Shown at once; sent when possible (PINS-6). */
async function pin(
  { scope, opened, store, ports }: ActionParts,
  to: ContactId,
  id: MessageId,
  on: boolean,
): Promise<Result<void, Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const waiting = store.get().pending.messagePin;
  if (waiting.size >= pinsWaitingMax && !waiting.has(id)) return fail({ kind: 'transport', why: 'setup' });
  const value = { op: ports.ids.uuid(), to, on, atMs: ports.clock.nowMs() };
  open.pendingChanges.want({ register: 'messagePin', conversation: id, value });
  return DONE;
}

/**
 * Loads all pins of a chat: the list goes to the state, the messages to the caller. Repeats the request if
 * the answer is older than what a frame reported since.
 */
async function messagePins(parts: ActionParts, id: ContactId): Promise<Result<readonly Message[], Failure>> {
  const { store } = parts;
  const windowOf = () => store.get().conversations.get(id);
  const markRequested = (on: boolean) => store.dispatch({ type: 'messagePinsAsked', conversation: id, on });
  for (let tries = 1; ; tries += 1) {
    markRequested(true);
    const answer = await allPins(parts, id);
    if (!answer.ok) {
      markRequested(false);
      return answer;
    }
    const isLast = tries === pinsAskedMax;
    // If the chat was dropped since, changes reported in the meantime were not recorded.
    if (windowOf()?.pinsAsked !== true && windowOf() !== undefined && !isLast) continue;
    const { seq, pins } = answer.value;
    const list = pins.map(({ pin }) => pin);
    store.dispatch({ type: 'messagePinsLoaded', conversation: id, seq, list });
    if ((windowOf()?.pins?.seq ?? 0) > seq && !isLast) continue;
    markRequested(false);
    return ok(pins.map(({ message }) => message));
  }
}

async function allPins(
  { api }: ActionParts,
  id: ContactId,
): Promise<Result<{ readonly seq: number; readonly pins: readonly PinnedMessage[] }, Failure>> {
  const pins: PinnedMessage[] = [];
  let seq: number | null = null;
  for (let pages = 0; pages < pinLimits.messagesMax; pages += 1) {
    const before = pins.at(-1)?.pin.seq;
    const answer = await api.call(
      path(getMessagePins),
      { toContactId: id, ...(before !== undefined && { before }) },
      { quiet: true },
    );
    if (!answer.ok) return answer;
    const page = decodeMessagePins(answer.value.data);
    if (page === null) return MISREAD;
    seq ??= page.seq;
    pins.push(...page.pins);
    if (!page.more || page.pins.length === 0) break;
  }
  return ok({ seq: seq ?? 0, pins });
}

/**
 * Requests a card if the text has an address, and neither its author nor the operator disabled cards
 * (PREVIEW-1).
 */
function previewOf({ store, plain }: ActionParts, draft: Draft): { readonly preview?: true } {
  const isWanted = previewsChosen(store.get()) ?? draft.noPreview !== true;
  const isOff = !isWanted || plain.is() || !store.get().config.chatInfo.linkPreview;
  const extra = withWordMarks(null, wordMarksOf(draft));
  return isOff || firstLink(toMarkup(draft.text), extra) === null ? {} : { preview: true };
}

async function sendCard(
  { scope, opened, ports }: ActionParts,
  to: ContactId,
  type: 'contact' | 'location',
  words: string,
  extra: Outgoing['extra'],
): Promise<Result<MessageId, Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const message: Outgoing = { ...outgoing(ports, to, { ...EMPTY_DRAFT, text: words }), type, extra };
  return (await open.outbox.add(message)) ? ok(message.id) : fail({ kind: 'transport', why: 'full' });
}

/** The complete request, built once (SEND-1). */
const outgoing = ({ ids, clock }: ActionParts['ports'], to: ContactId, draft: Draft): Outgoing => ({
  id: messageId(ids.uuid()),
  to,
  type: 'text',
  content: toMarkup(draft.text),
  at: draft.at.map((one) => one.id),
  quote: draft.quote,
  extra: withWordMarks(null, wordMarksOf(draft)),
  createdAtMs: clock.nowMs(),
});
