import { callLine } from '../../domain/call.ts';
import type { UserId } from '../../domain/ids.ts';
import { captionOf, secondsIn } from '../../domain/message.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import { mentionsIn, toNamedUsers } from '../../domain/mention-names.ts';
import { isPoll } from '../../domain/poll-mark.ts';
import { unmarked } from '../../domain/rich-text.ts';

export interface Recall {
  readonly by: UserId;
  readonly byName: string;
  readonly byManager: boolean;
  readonly content: string;
}

/** A recalled message: an event line without its content (RECALL-2). */
export function asRecalled(message: Message, recall: Recall | null): Message {
  if (message.recalled && message.type === 'event' && (recall === null || message.note !== null))
    return message;
  return {
    ...withoutGathered(message),
    type: 'event',
    content: recall?.content ?? '',
    at: [],
    quote: null,
    extra: null,
    file: null,
    recalled: true,
    note: recall
      ? { note: 'recalled', by: recall.by, name: recall.byName, byManager: recall.byManager }
      : { note: 'recalled', by: message.from.id, name: message.from.displayName, byManager: false },
  };
}

/** Removes reactions, votes, the card and the edited mark. */
function withoutGathered({
  reactions: _reactions,
  poll: _poll,
  link: _link,
  rev: _rev,
  ...message
}: Message): Message {
  return message;
}

export const lastMessageOf = (message: Message): LastMessage => ({
  n: message.n,
  type: message.type,
  // The name of a file: its address expires, and the list shows none.
  content: message.file?.name || unmarked(message.content, message.extra),
  sentAtMs: message.sentAtMs,
  note: message.note,
  from: message.from.id,
  fromName: message.from.displayName || message.from.realname,
  id: message.id,
  ...(mentionsIn(message.extra).length > 0 && { named: toNamedUsers(mentionsIn(message.extra)) }),
  ...(message.file &&
    captionOf(message.extra) !== '' && { caption: unmarked(captionOf(message.extra), message.extra) }),
  ...(isPoll(message.extra) && { poll: true }),
  ...(message.type === 'image' && message.quote !== null && { album: 0 }),
  ...(message.type === 'webrtc' && { call: callLine(message.extra) }),
  ...(message.type === 'voice' && { sec: secondsIn(message.extra) }),
});
