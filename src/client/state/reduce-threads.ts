import type { Place, ServerEvent, ThreadNews } from '../../domain/events.ts';
import { type ContactId, threadKey } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { NO_EFFECTS, type Reduced } from './effects.ts';
import { emptyConversation } from './empty.ts';
import { withKey } from './figures.ts';
import type { LocalEvent } from './local-event.ts';
import { withChangesSince, withChange } from './meanwhile.ts';
import { confirmed } from './pending-changes.ts';
import { authored } from './reduce-profiles.ts';
import type { Conversation, OpenThread, State } from './state.ts';
import { appended, merged, withWindow } from './windows.ts';

type Of<T extends LocalEvent['type']> = Extract<LocalEvent, { type: T }>;

/** Reduces opening, requests, answers, failures and closing of a thread. */
export function ofThreads(
  state: State,
  event: Of<'threadOpened' | 'threadRequested' | 'threadLoaded' | 'threadFailed' | 'threadClosed'>,
): State {
  switch (event.type) {
    case 'threadOpened':
      return threadOpened(state, event);
    case 'threadRequested':
      return threadRequested(state, event);
    case 'threadLoaded':
      return threadLoaded(state, event);
    case 'threadFailed':
      return threadFailed(state, event);
    case 'threadClosed':
      return threadClosed(state, event);
  }
}

/** One thread at a time: that of another conversation is dropped (THREAD-4). */
function threadOpened(state: State, { conversation: id, root }: Of<'threadOpened'>): State {
  const conversations = new Map(state.conversations);
  for (const [other, window] of conversations)
    if (window.thread !== undefined && other !== id)
      conversations.set(other, { ...window, thread: undefined });
  const window = conversations.get(id) ?? emptyConversation(id);
  const empty = emptyConversation(id);
  const thread = { root, first: empty, answers: empty, follows: false };
  conversations.set(id, { ...window, thread });
  return { ...state, conversations };
}

function threadClosed(state: State, { conversation, root }: Of<'threadClosed'>): State {
  const window = state.conversations.get(conversation);
  if (window?.thread?.root !== root) return state;
  return withThread(state, conversation, undefined);
}

function threadRequested(state: State, event: Of<'threadRequested'>): State {
  return changed(state, event, (thread) => ({
    ...thread,
    reportedFollows: undefined,
    first: { ...thread.first, loading: event.which, early: [], meanwhile: undefined },
    answers: { ...thread.answers, loading: event.which, early: [], meanwhile: undefined },
  }));
}

function threadFailed(state: State, event: Of<'threadFailed'>): State {
  return changed(state, event, (thread) => ({
    ...thread,
    first: { ...thread.first, loading: 'failed', early: [], meanwhile: undefined },
    answers: { ...thread.answers, loading: 'failed', early: [], meanwhile: undefined },
  }));
}

/** Applies a page, with all changes received since it was requested. */
function threadLoaded(state: State, event: Of<'threadLoaded'>): State {
  return changed(state, event, (thread) => {
    const { first, answers } = thread;
    if (answers.loading !== event.which) return thread;
    const loaded = { ...answers, loading: 'no', early: [], meanwhile: undefined } as const;
    const page = merged(loaded, asNow(state, answers, event.messages));
    const complete = answers.complete || event.complete;
    return {
      ...thread,
      first: {
        ...withFirst(first, event.first && asNow(state, first, [event.first])),
        loading: 'no',
        meanwhile: undefined,
      },
      answers:
        event.which === 'first'
          ? answers.early.reduce(appended, { ...page, complete, live: true })
          : { ...page, complete },
      follows: thread.reportedFollows ?? event.follows,
    };
  });
}

/** Messages of a page with all changes received since it was requested. */
const asNow = ({ profiles }: State, window: Conversation, messages: readonly Message[]): readonly Message[] =>
  withChangesSince(window, messages).map((message) => authored(profiles, message));

/** The known first message is newer than any page. */
const withFirst = (first: Conversation, messages: readonly Message[] | null): Conversation =>
  first.size > 0 || messages === null ? first : merged(first, messages);

/** Adds a new answer to its open thread. */
export function withAnswer(window: Conversation, message: Message): Conversation {
  const { thread } = window;
  if (thread === undefined || message.root !== thread.root) return window;
  const { answers } = thread;
  const next = answers.live
    ? appended(answers, message)
    : answers.loading === 'first'
      ? { ...answers, early: [...answers.early, message] }
      : answers;
  return next === answers ? window : { ...window, thread: { ...thread, answers: next } };
}

/** My register, from any of my devices (THREAD-6). */
export function threadFollowSet(
  state: State,
  { conversation: id, root, follows }: Extract<ServerEvent, { type: 'threadFollowSet' }>,
): Reduced {
  const next = confirmed(state, 'follow', threadKey(id, root), (follow) => follow.on === follows);
  return { state: withFollow(next, id, root, follows), effects: NO_EFFECTS };
}

const withFollow = (state: State, id: ContactId, root: number, follows: boolean): State =>
  changed(state, { conversation: id, root }, (thread) => ({
    ...thread,
    follows,
    said: true,
    reportedFollows: follows,
  }));

/** Users who answer follow the thread; the server reports no follow if they chose otherwise (THREAD-6). */
export const withAnswered = (state: State, id: ContactId, news: ThreadNews | undefined): State =>
  news?.follows === true
    ? changed(state, { conversation: id, root: news.root }, (thread) =>
        thread.said ? thread : { ...thread, follows: true, reportedFollows: true },
      )
    : state;

function changed(
  state: State,
  { conversation, root }: { readonly conversation: ContactId; readonly root: number },
  change: (thread: OpenThread) => OpenThread,
): State {
  const thread = state.conversations.get(conversation)?.thread;
  return thread?.root === root ? withThread(state, conversation, change(thread)) : state;
}

function withThread(state: State, id: ContactId, thread: OpenThread | undefined): State {
  const window = state.conversations.get(id);
  if (window === undefined) return state;
  return { ...state, conversations: withKey(state.conversations, id, { ...window, thread }) };
}

/** How many answers a message has now, wherever it is shown (THREAD-3). */
export function withThreadNews(
  state: State,
  id: ContactId,
  news: ThreadNews | undefined,
  place: Place,
): State {
  if (news === undefined || news.count === null || place === null) return state;
  const change = { kind: 'replied', n: news.root, at: place.seq, count: news.count } as const;
  return withWindow(state, id, (window) => withChange(window, change));
}
