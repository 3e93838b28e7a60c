import type { Message } from '../../domain/message.ts';
import type { Input } from './effects.ts';
import { asToldSince } from './meanwhile.ts';
import type { Conversation, State } from './state.ts';

/**
 * A page as changed since it was requested: the log contains no former text, recalled text or removed cards
 * (EDIT-2, RECALL-2, PREVIEW-8). `before` is the state it is applied to.
 */
export function pageAsTold(input: Input, before: State): Input {
  if (input.kind !== 'local') return input;
  const { event } = input;
  if (event.type !== 'pageLoaded' && event.type !== 'threadLoaded') return input;
  const window = before.conversations.get(event.conversation);
  if (event.type === 'pageLoaded')
    return { ...input, event: { ...event, messages: asTold(window, event.messages) } };
  const { first, answers } = window?.thread ?? {};
  const [root = null] = event.first ? asTold(first, [event.first]) : [];
  return { ...input, event: { ...event, first: root, messages: asTold(answers, event.messages) } };
}

const asTold = (window: Conversation | undefined, messages: readonly Message[]): readonly Message[] =>
  window ? asToldSince(window, messages) : messages;
