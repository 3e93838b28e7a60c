import type { Input } from '../../src/client/state/effects.ts';
import type { OutboxItem, PageKind } from '../../src/client/state/state.ts';
import type { Message } from '../../src/domain/message.ts';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  server,
  signedIn,
} from './contacts.ts';

/** A chat with person 9, whose list row is at `7-9`, and its events. */
export const NINE = contactId(9);
export const start = () => signedIn([facts(9, { position: aPosition('7-9') })]);
export const post = (n: number, from = 9, parts: Partial<Message> = {}): Input =>
  server(postedEvent(9, aMessage(`m${n}`, from, { n, ...parts })), place('7-9', n));
export const page = (
  messages: readonly Message[],
  which: PageKind = 'first',
  complete = false,
  reachesEnd = false,
) => local({ type: 'pageLoaded', conversation: NINE, which, messages, complete, reachesEnd });
export const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => aMessage(`m${from + i}`, 9, { n: from + i }));
export const item = (id: string, content = 'hi'): OutboxItem => ({
  message: {
    id: messageId(id),
    to: NINE,
    type: 'text',
    content,
    at: [],
    quote: null,
    extra: null,
    createdAtMs: 1,
  },
  status: 'queued',
  reason: null,
});
export const recalled = (n: number, seq: number): Input =>
  server(
    {
      type: 'messageRecalled',
      conversation: NINE,
      id: messageId(`m${n}`),
      msgId: msgId(n),
      n,
      by: userId(9),
      byName: 'Nine',
      byManager: false,
      content: 'taken back',
      isLast: true,
      last: aLast({ n, type: 'event', content: 'taken back' }),
      mentioned: [],
      author: userId(9),
    },
    place('7-9', seq),
  );
