import { declineRing } from './decline-adapter.ts';
import { type NotificationEvent, scope, type Window } from './scope.ts';
import type { EVERY_TAG as AllTags } from '../../domain/notification.ts';
import type { PATHS } from '../paths/paths.ts';

/** Pushes from the server; unknown kinds are not shown. */
interface Note {
  readonly kind: 'message' | 'call' | 'missed' | 'clear';
  readonly tag: string;
  readonly title: string;
  readonly content: string;
  readonly time: number;
  readonly chat: string;
  readonly id: string;
  readonly call: string;
  /** Of the call of a group: its place in the group's events. */
  readonly place: number;
  readonly isGroup: boolean;
  /** Texts of the buttons of a call; null: it has none. */
  readonly buttons: { readonly accept: string; readonly decline: string } | null;
  /** The page that it opens; empty: its chat. */
  readonly page: string;
  /** New words of a message: shown only in place of its notification. */
  readonly update: boolean;
}

/** The worker is one file and imports nothing from the app, so the compiler compares the two. */
const EVERY_TAG = '*' satisfies typeof AllTags;

const KINDS = ['message', 'call', 'missed', 'clear'] as const;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

function read(value: unknown): Note | null {
  if (!isRecord(value)) return null;
  const kind = KINDS.find((one) => one === value['kind']);
  const tag = words(value['tag']);
  if (kind === undefined || tag === '') return null;
  const payload = isRecord(value['payload']) ? value['payload'] : {};
  const time = typeof value['time'] === 'number' ? value['time'] : 0;
  return {
    kind,
    tag,
    title: words(value['title']),
    content: words(value['content']),
    time,
    chat: words(payload['toContactId']),
    id: words(payload['id']),
    call: words(payload['call']),
    place: typeof payload['place'] === 'number' ? payload['place'] : 0,
    isGroup: payload['is_group'] === 1,
    buttons: readButtons(value['buttons']),
    page: words(payload['page']),
    update: value['update'] === true,
  };
}

function readButtons(value: unknown): Note['buttons'] {
  if (!isRecord(value)) return null;
  const [accept, decline] = [words(value['accept']), words(value['decline'])];
  return accept === '' || decline === '' ? null : { accept, decline };
}

const windows = (): Promise<readonly Window[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

let lastShown: Promise<unknown> = Promise.resolve();

/**
 * Simultaneous notes are shown one after another (PUSH-11): a browser that lists its notifications while one
 * is about to be shown may drop that one.
 */
function inTurn(task: () => Promise<void>): Promise<void> {
  const result = lastShown.then(task);
  lastShown = result.catch(() => undefined);
  return result;
}

export const showNote = (data: unknown): Promise<void> => inTurn(() => show(data, true));

/** Requests of a page: show a notification, close some, or list the shown ones. */
export function answerPage(data: unknown): Promise<void> {
  if (!isRecord(data)) return Promise.resolve();
  switch (data['type']) {
    case 'show':
      return inTurn(() => show(data['note'], false));
    case 'close':
      return inTurn(() => close(data));
    case 'list':
      return inTurn(afterChange);
    default:
      return Promise.resolve();
  }
}

/** One notification for each conversation: the newest replaces the previous one (PUSH-6). */
async function show(data: unknown, isPush: boolean): Promise<void> {
  const note = read(data);
  if (note === null) return;
  if (note.kind === 'clear') await takeAway((other) => note.tag === EVERY_TAG || other.tag === note.tag);
  else if ((!note.update || !(await isNews(note))) && !(await isShownByPage(note, isPush))) {
    // A page and a push may name one call by different tags.
    if (note.call !== '')
      await takeAway((other) => other.tag !== note.tag && dataOf(other)['call'] === note.call);
    await scope.registration.showNotification(note.title, {
      body: note.content,
      tag: note.tag,
      renotify: note.kind === 'call' || (await isNews(note)),
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      requireInteraction: note.kind === 'call',
      silent: note.kind === 'missed',
      actions:
        note.buttons === null
          ? []
          : [
              { action: 'accept', title: note.buttons.accept },
              { action: DECLINE, title: note.buttons.decline },
            ],
      data: {
        path: pathOf(note),
        time: note.time,
        kind: note.kind,
        chat: note.chat,
        id: note.id,
        call: note.call,
        place: note.place,
      },
    });
  }
  await afterChange();
}

/** A new message alerts again; the same one, from page and push or edited, is replaced silently (PUSH-19). */
async function isNews({ tag, id, call, kind }: Note): Promise<boolean> {
  const earlier = (await scope.registration.getNotifications()).find((one) => one.tag === tag);
  if (earlier === undefined) return true;
  const before = dataOf(earlier);
  return before['id'] !== id || before['call'] !== call || (id === '' && before['kind'] !== kind);
}

/**
 * A visible page shows a push itself; if its connection is dead, the push makes it check now. A note from a
 * page is shown unless the user looks at another page of ours.
 */
async function isShownByPage(note: Note, isPush: boolean): Promise<boolean> {
  const visible = (await windows()).filter((one) =>
    isPush ? one.visibilityState === 'visible' : one.focused,
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours, by its handle
  if (isPush) for (const one of visible) one.postMessage({ type: 'pushed' });
  return visible.length > 0 && note.kind !== 'missed';
}

/** All, those that are named by tag and time, or those of a call that rings no longer. */
function close({ tags, notes, call }: Readonly<Record<string, unknown>>): Promise<void> {
  const all = Array.isArray(tags) && tags.includes(EVERY_TAG);
  const list: readonly unknown[] = Array.isArray(notes) ? notes : [];
  return takeAway((other) => {
    const { kind, time, call: of } = dataOf(other);
    const isNamed = list.some((note) => isRecord(note) && note['tag'] === other.tag && note['time'] === time);
    return all || isNamed || (kind === 'call' && call !== undefined && of === call);
  }).then(afterChange);
}

async function takeAway(isOver: (other: Notification) => boolean): Promise<void> {
  for (const notification of await scope.registration.getNotifications())
    if (isOver(notification)) notification.close();
}

const dataOf = ({ data }: Notification): Readonly<Record<string, unknown>> => {
  const value: unknown = data;
  return isRecord(value) ? value : {};
};

/**
 * Updates the number on the app's icon, and sends the shown notifications to pages, which know when one is
 * outdated.
 */
async function afterChange(): Promise<void> {
  const all = await scope.registration.getNotifications();
  await scope.navigator.setAppBadge?.(all.length).catch(() => undefined);
  const notes = all.map((notes) => {
    const { kind, time, chat, id } = dataOf(notes);
    return { tag: notes.tag, kind, time, chat, id };
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours, by its handle
  for (const one of await windows()) one.postMessage({ type: 'shown', notes });
}

/** Compared in the same way. */
const CHAT = '/pages/message/chat' satisfies typeof PATHS.chat;
const CALL = '/pages/message/call' satisfies typeof PATHS.call;
const LATER = '/pages/mine/later' satisfies typeof PATHS.later;

/** A call of two needs no path: the app opens the call's page once it is connected. */
function pathOf({ kind, chat, page, isGroup }: Note): string {
  if (page === 'later') return LATER;
  if (kind === 'call' && isGroup) return `${CALL}?group=${encodeURIComponent(chat)}`;
  return chat === '' ? '/' : `${CHAT}?id=${encodeURIComponent(chat)}`;
}

const DECLINE = 'decline';

/** Opens the conversation: in an open window, else in a new one (PUSH-10); declines a call (PUSH-25). */
export async function openNote({ notification, action }: NotificationEvent): Promise<void> {
  notification.close();
  if (action === DECLINE) return declineRing(dataOf(notification));
  const path = words(dataOf(notification)['path']) || '/';
  const [there] = (await windows()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (there === undefined) {
    await scope.clients.openWindow(`/#${path}`);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours, by its handle
  there.postMessage({ type: 'open', path });
  await there.focus().catch(() => undefined);
}
