import type { Place, ServerEvent } from '../../domain/events.ts';
import { msgId, type MessageId, type MsgId } from '../../domain/ids.ts';
import {
  countMentionMark,
  peerReadTo,
  countReadMark,
  tooOldFor,
  changedContact,
  withContact,
} from './counting.ts';
import { hiddenUpTo, recounted, patched } from './figures.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS, unchanged } from './effects.ts';
import { withChange } from './meanwhile.ts';
import { confirmed, withoutMentions } from './pending-changes.ts';
import type { Conversation, State } from './state.ts';
import { withWindow } from './windows.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** My read mark, from any of my devices; it speaks of the conversation at `seq` (COUNT-4). */
export function readMarkSet(state: State, event: Of<'readMarkSet'>): Reduced {
  const next = confirmed(state, 'read', event.conversation, (change) => change <= event.mark);
  const was = next.contacts.get(event.conversation);
  if (!was) return { state: next, effects: NO_EFFECTS };
  const stale = tooOldFor(was.counting, event) && was.stream !== null;
  return {
    state: withContact(next, recounted(was, countReadMark(was.counting, event)), was),
    effects: stale && was.stream ? [{ type: 'requestResync', stream: was.stream }] : NO_EFFECTS,
  };
}

export function mentionMarkSet(state: State, event: Of<'mentionMarkSet'>): Reduced {
  const all = confirmed(state, 'mentionsRead', event.conversation, (change) => change <= event.mark);
  const next = withoutMentions(all, event.conversation, event.mark);
  return {
    state: changedContact(next, event.conversation, (contact) =>
      recounted(contact, countMentionMark(contact.counting, event)),
    ),
    effects: NO_EFFECTS,
  };
}

export function topSet(state: State, event: Of<'topSet'>): Reduced {
  const next = confirmed(state, 'top', event.conversation, (change) => change === event.isTop);
  return {
    state: changedContact(next, event.conversation, (contact) => patched(contact, { isTop: event.isTop })),
    effects: NO_EFFECTS,
  };
}

export function noticeSet(state: State, event: Of<'noticeSet'>): Reduced {
  const next = confirmed(
    state,
    'notice',
    event.conversation,
    (change) => change === (event.quiet ?? event.isNotice),
  );
  return {
    state: changedContact(next, event.conversation, (contact) =>
      patched(contact, { isNotice: event.isNotice, quiet: event.quiet }),
    ),
    effects: NO_EFFECTS,
  };
}

export function archiveSet(state: State, event: Of<'archiveSet'>): Reduced {
  const next = confirmed(state, 'archive', event.conversation, (change) => change === (event.to !== null));
  return {
    state: changedContact(next, event.conversation, (contact) =>
      patched(contact, { archivedTo: event.to ?? undefined }),
    ),
    effects: NO_EFFECTS,
  };
}

export function unreadMarkSet(state: State, event: Of<'unreadMarkSet'>): Reduced {
  const next = confirmed(state, 'unread', event.conversation, (change) => change === event.mark);
  return {
    state: changedContact(next, event.conversation, (contact) =>
      patched(contact, { marked: event.mark || undefined }),
    ),
    effects: NO_EFFECTS,
  };
}

/** LIST-8: hidden until something newer than `n` is listed. */
export function chatHidden(state: State, event: Of<'chatHidden'>): Reduced {
  const next = confirmed(state, 'hide', event.conversation, (change) => change <= event.n);
  return {
    state: changedContact(next, event.conversation, (contact) =>
      recounted(contact, hiddenUpTo(contact.counting, event.n)),
    ),
    effects: NO_EFFECTS,
  };
}

/**
 * COUNT-8. A plain server reports only "all so far": up to the newest known message, including a page being
 * loaded; later messages have greater numbers (STORE-18).
 */
export function partnerRead(state: State, event: Of<'partnerRead'>, _place: Place): Reduced {
  const { conversation, n } = event;
  if (n !== null) {
    return {
      state: changedContact(state, conversation, (contact) =>
        recounted(contact, peerReadTo(contact.counting, n)),
      ),
      effects: NO_EFFECTS,
    };
  }
  const { self } = state;
  if (self === null) return unchanged(state);
  const read = (window: Conversation) =>
    withChange(window, { kind: 'read', by: self.id, upTo: newestIn(window) });
  return { state: withWindow(state, conversation, read), effects: NO_EFFECTS };
}

const newestIn = ({ chunks, early }: Conversation): MsgId =>
  msgId(Math.max(0, ...[...(chunks.at(-1) ?? []), ...early].map((one) => one.msgId)));

export function messagesRead(state: State, ids: readonly MessageId[]): Reduced {
  const { self } = state;
  if (self === null) return unchanged(state);
  let next = state;
  for (const id of state.conversations.keys())
    next = withWindow(next, id, (window) => withChange(window, { kind: 'read', by: self.id, ids }));
  return next === state ? unchanged(state) : { state: next, effects: NO_EFFECTS };
}
