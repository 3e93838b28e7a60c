import type { ContactPosition } from '../../src/domain/contact.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, type UserId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aPosition, facts, local, place, postedEvent, server, signedIn } from './contacts.ts';

/** One group with its stream, and what comes in it. */
export const GROUP = contactId('group-3');
export const at = (seq: number) => place('group-3', seq);
export const start = (parts: Partial<ContactPosition> = {}) =>
  signedIn([facts(GROUP, { position: aPosition('group-3', parts) })]);
export const said = (seq: number, message: Message) => server(postedEvent(GROUP, message), at(seq));
export const pageAsked = local({ type: 'pageRequested', conversation: GROUP, which: 'first' });
/** All that was ever said there, on one page. */
export const pageOf = (messages: readonly Message[]) =>
  local({
    type: 'pageLoaded',
    conversation: GROUP,
    which: 'first',
    messages,
    complete: true,
    reachesEnd: true,
  });
/** All events that remove the first message or the text of its author. */
export function goings(author: UserId): readonly ServerEvent[] {
  const removal = {
    conversation: GROUP,
    id: messageId('m1'),
    msgId: msgId(1),
    n: 1,
    last: null,
    mentioned: [],
    author,
  } as const;
  const recalled = { by: author, byName: '', byManager: false, content: '', isLast: true } as const;
  return [
    { type: 'messageRecalled', ...removal, ...recalled },
    { type: 'messageDeleted', ...removal },
    { type: 'historyCleared', conversation: GROUP, n: 1, mentions: 0 },
  ];
}
