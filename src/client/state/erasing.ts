import { chatOfDraft } from '../../domain/kept.ts';
import type { Preference } from '../../domain/kept.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import type { Input } from './effects.ts';
import type { Conversation, State } from './state.ts';

/**
 * Returns true if the log must not hold an input, or the inputs before it, any longer: it erases text or a
 * card, or it brings text that was erased since it was requested (STREAM-4).
 */
export function isErasing(input: Input, before: State): boolean {
  if (input.kind === 'local') return isErasingLocally(input.event, before);
  const { event } = input.framed;
  switch (event.type) {
    case 'messageRecalled':
    case 'messageDeleted':
    case 'messageEdited':
    case 'historyCleared':
      return true;
    // Erased before it was delivered: only the sender's devices have it.
    case 'messageVoid':
      return event.from === before.self?.id;
    // The first card of a message replaces nothing.
    case 'messagePreviewed':
      return event.link === null || [...before.conversations.values()].some((one) => hasCard(one, event.id));
    default:
      return false;
  }
}

type LocalEvent = Extract<Input, { kind: 'local' }>['event'];

function isErasingLocally(event: LocalEvent, before: State): boolean {
  if (event.type === 'outboxRemoved') return event.erased === true;
  if (event.type === 'pendingSet' || event.type === 'pendingCleared')
    return event.register === 'edit' && before.pending.edit.has(event.conversation);
  if (event.type === 'pendingRestored') return before.pending.edit.size > 0;
  if (event.type !== 'pageLoaded' && event.type !== 'threadLoaded') return false;
  const window = before.conversations.get(event.conversation);
  if (event.type === 'pageLoaded') return isOutdated(window, event.messages);
  const { first, answers } = window?.thread ?? {};
  return isOutdated(first, event.first ? [event.first] : []) || isOutdated(answers, event.messages);
}

/** A page may have been read before the changes that arrived while it was loading. */
const isOutdated = (window: Conversation | undefined, page: readonly Message[]): boolean =>
  (window?.meanwhile?.length ?? 0) > 0 || page.some(({ id }) => window?.erased.has(id) === true);

const hasCard = ({ chunks, early, thread }: Conversation, id: MessageId): boolean =>
  [...chunks.flat(), ...early].some((message) => message.id === id && message.link) ||
  (thread !== undefined && (hasCard(thread.first, id) || hasCard(thread.answers, id)));

/** The name of the draft that an input replaces; null: it replaces none. */
export function draftReplacedBy(input: Input): string | null {
  if (input.kind === 'local' || input.framed.event.type !== 'keptSet') return null;
  const { name } = input.framed.event.kept;
  return chatOfDraft(name) === null ? null : name;
}

/**
 * Removes the former text of a draft: it may be a message by now, which may be recalled one day (STREAM-4).
 */
export function withoutDraft(input: Input, name: string): Input {
  const emptied = (preference: Preference): Preference =>
    preference.name === name && preference.value !== null ? { ...preference, value: null } : preference;
  if (input.kind === 'server') {
    const { event } = input.framed;
    if (event.type !== 'keptSet') return input;
    const cleared = emptied(event.kept);
    return cleared === event.kept
      ? input
      : { ...input, framed: { ...input.framed, event: { ...event, kept: cleared } } };
  }
  const { event } = input;
  if (event.type !== 'keptLoaded' || !event.list.some((preference) => emptied(preference) !== preference))
    return input;
  return { ...input, event: { ...event, list: event.list.map(emptied) } };
}
