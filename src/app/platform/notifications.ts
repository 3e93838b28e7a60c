import type { MessageId } from '../../domain/ids.ts';
import { type DeviceNotification, EVERY_TAG } from '../../domain/notification.ts';
import { isAttended } from './attention.ts';
import { worker } from './worker.ts';

/** The browser's permission for system notifications. */
export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export const askNotifications = (): Promise<Permission> =>
  'Notification' in window ? Notification.requestPermission() : Promise.resolve('unsupported');

/** A notification that this device shows now, from any page or push. */
export type ShownNotification = Pick<DeviceNotification, 'kind' | 'tag' | 'time'> & {
  readonly chat: string;
  readonly id: string;
};

/** Shown by the page itself: in browsers without a worker, and during development. */
const ownShown = new Map<string, { readonly handle: Notification; readonly note: DeviceNotification }>();
const listeners = new Set<(notifications: readonly ShownNotification[]) => void>();

/** Shows a system notification while the page is not visible; pressing it opens its subject. */
export async function notifyHidden(note: DeviceNotification, open: () => void): Promise<void> {
  if (isAttended() || notificationPermission() !== 'granted') return;
  if (!(await askWorker({ type: 'show', note }))) showOwn(note, open);
}

function showOwn(note: DeviceNotification, open: () => void): void {
  const before = ownShown.get(note.tag)?.note.payload;
  const isNews = before === undefined || before.id !== note.payload.id || before.call !== note.payload.call;
  if (note.update && isNews) return;
  try {
    // `renotify` alerts again for a new message (PUSH-19); the types do not know it.
    const options = { body: note.content, tag: note.tag, renotify: isNews };
    const handle = new Notification(note.title, options);
    ownShown.set(note.tag, { handle, note });
    handle.addEventListener('click', () => {
      window.focus();
      forget(note.tag);
      open();
    });
    handle.addEventListener('close', () => {
      if (ownShown.get(note.tag)?.handle === handle) ownShown.delete(note.tag);
    });
    tellOwn();
  } catch {
    // Some mobile browsers have the name and refuse the use.
  }
}

function forget(tag: string): void {
  ownShown.get(tag)?.handle.close();
  ownShown.delete(tag);
}

/** Closes these, but not a notification that has replaced one in the meantime. */
export async function closeNotifications(
  notes: readonly Pick<ShownNotification, 'tag' | 'time'>[],
): Promise<void> {
  for (const { tag, time } of notes) if (ownShown.get(tag)?.note.time === time) forget(tag);
  await askWorker({ type: 'close', notes });
}

export async function closeAllNotifications(): Promise<void> {
  for (const tag of ownShown.keys()) forget(tag);
  await askWorker({ type: 'close', tags: [EVERY_TAG] });
}

/**
 * The call no longer rings here, with any tag of its notification. The notification of a missed call stays.
 */
export async function closeRinging(call: MessageId): Promise<void> {
  for (const [tag, { note }] of ownShown) if (note.kind === 'call' && note.payload.call === call) forget(tag);
  await askWorker({ type: 'close', call });
}

const askShown = () => void askWorker({ type: 'list' });

/** Calls `listener` with the shown notifications, now and after each change by the worker or this page. */
export function onShownNotifications(
  listener: (notifications: readonly ShownNotification[]) => void,
): () => void {
  listeners.add(listener);
  const hear = ({ data }: MessageEvent<unknown>) => {
    const notes = notificationsIn(data);
    if (notes !== null) listener(notes);
  };
  if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', hear);
  document.addEventListener('visibilitychange', askShown);
  askShown();
  return () => {
    listeners.delete(listener);
    if ('serviceWorker' in navigator) navigator.serviceWorker.removeEventListener('message', hear);
    document.removeEventListener('visibilitychange', askShown);
  };
}

function tellOwn(): void {
  const notifications = [...ownShown.values()].map(
    ({ note: { kind, tag, time, payload } }): ShownNotification => ({
      kind,
      tag,
      time,
      chat: payload.toContactId,
      id: payload.id ?? '',
    }),
  );
  for (const listener of listeners) listener(notifications);
}

function notificationsIn(data: unknown): readonly ShownNotification[] | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'shown') return null;
  return 'notes' in data && Array.isArray(data.notes) ? (data.notes as readonly ShownNotification[]) : null;
}

/** False if no worker can do it. Without permission no notification is shown, so the worker is not asked. */
async function askWorker(message: object): Promise<boolean> {
  if (notificationPermission() !== 'granted') return false;
  const active = (await worker())?.active ?? null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  active?.postMessage(message);
  return active !== null;
}
