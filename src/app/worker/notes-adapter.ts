import { type NotificationEvent, scope, type Window } from './scope.ts';
import type { PATHS } from '../paths/paths.ts';

/** What the server pushes; everything else is shown as nothing. */
interface Note {
  readonly kind: 'message' | 'call' | 'missed' | 'clear';
  readonly tag: string;
  readonly title: string;
  readonly content: string;
  readonly time: number;
  readonly chat: string;
}

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
  };
}

const windows = (): Promise<readonly Window[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

let shownBefore: Promise<unknown> = Promise.resolve();

/**
 * Notes that come together are shown one after another (PUSH-11): a browser that is asked what it shows
 * while it is about to show something may drop that.
 */
export function showNote(data: unknown): Promise<void> {
  const shown = shownBefore.then(() => show(data));
  shownBefore = shown.catch(() => undefined);
  return shown;
}

/** One notification for each conversation: the newest takes the place of the one before (PUSH-6). */
async function show(data: unknown): Promise<void> {
  const note = read(data);
  if (note === null) return;
  if (note.kind === 'clear') await takeAway(note.tag);
  else if (!(await shownByPage(note))) {
    await scope.registration.showNotification(note.title, {
      body: note.content,
      tag: note.tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      requireInteraction: note.kind === 'call',
      silent: note.kind === 'missed',
      data: { path: pathOf(note), time: note.time },
    });
  }
  await countOnIcon();
}

/** A page in front shows it by itself; should its line be dead, it looks now. */
async function shownByPage(note: Note): Promise<boolean> {
  const visible = (await windows()).filter((one) => one.visibilityState === 'visible');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours, by its handle
  for (const one of visible) one.postMessage({ type: 'pushed' });
  return visible.length > 0 && note.kind !== 'missed';
}

async function takeAway(tag: string): Promise<void> {
  for (const shown of await scope.registration.getNotifications({ tag })) shown.close();
}

async function countOnIcon(): Promise<void> {
  const count = (await scope.registration.getNotifications()).length;
  await scope.navigator.setAppBadge?.(count).catch(() => undefined);
}

/** The worker is one file and takes no code from the app, so the compiler compares the two. */
const CHAT = '/pages/message/chat' satisfies typeof PATHS.chat;

/** A call finds its page by itself once the app is connected. */
const pathOf = ({ chat }: Note): string => (chat === '' ? '/' : `${CHAT}?id=${encodeURIComponent(chat)}`);

/** To the conversation: in the window that is there, else in a new one (PUSH-10). */
export async function openNote({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const data: unknown = notification.data;
  const path = (isRecord(data) && words(data['path'])) || '/';
  const [there] = (await windows()).toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (there === undefined) {
    await scope.clients.openWindow(`/#${path}`);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours, by its handle
  there.postMessage({ type: 'open', path });
  await there.focus().catch(() => undefined);
}
