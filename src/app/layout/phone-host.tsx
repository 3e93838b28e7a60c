import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '../kit/navigation.ts';
import { useClient, useSession } from '../shared/client-context.ts';
import {
  type ShownNotification,
  closeAllNotifications,
  closeNotifications,
  notificationPermission,
  onShownNotifications,
} from '../platform/notifications.ts';
import { keepKnown } from '../platform/keep-known.ts';
import { onWorkerWord } from '../platform/pushing.ts';
import type { Client } from '../../client/interface/client.ts';
import { isNotificationOver } from '../../client/state/unsent.ts';
import { isReminderTag } from '../../domain/notification.ts';

/** Messages that no longer mention this user: the most that are remembered. */
const WITHDRAWN_MAX = 100;

/**
 * Closes shown notifications as soon as their reason is gone, or the user has logged out (PUSH-13, PUSH-14).
 */
export function keepNotifications({
  store,
  session,
  notices,
}: Pick<Client, 'store' | 'session' | 'notices'>): () => void {
  let notifications: readonly ShownNotification[] = [];
  // Remembered, since a worker may show one only after its mention has gone.
  let withdrawn: readonly string[] = [];
  const isOver = (one: ShownNotification): boolean =>
    (!isReminderTag(one.tag) && one.kind === 'message' && withdrawn.includes(one.id)) ||
    isNotificationOver(store.get(), one);
  const end = (over: readonly ShownNotification[]): void => {
    if (over.length === 0) return;
    notifications = notifications.filter((one) => !over.includes(one));
    void closeNotifications(over.map(({ tag, time }) => ({ tag, time })));
  };
  const look = (): void => {
    const { name } = session.get();
    if (notifications.length === 0 || name === 'starting') return;
    if (name === 'signedIn') return end(notifications.filter(isOver));
    notifications = [];
    void closeAllNotifications();
  };
  const ends = [
    onShownNotifications((now) => {
      notifications = now;
      look();
    }),
    store.subscribe(look),
    session.subscribe(look),
    notices.subscribe((notice) => {
      if (notice.kind !== 'withdrawn') return;
      withdrawn = [...withdrawn, notice.message].slice(-WITHDRAWN_MAX);
      look();
    }),
  ];
  return () => ends.forEach((stop) => stop());
}

/**
 * The page's part of notifications: registers this device with the server, opens the target of a
 * notification, and closes outdated ones.
 */
export default function PhoneHost() {
  const client = useClient();
  const { actions } = client;
  const session = useSession();
  const navigate = useNavigate();
  const signedIn = session.name === 'signedIn';
  useEffect(() => {
    if (signedIn && notificationPermission() === 'granted') void keepKnown(actions);
  }, [signedIn, actions]);
  useEffect(() => keepNotifications(client), [client]);
  const onWord = useEffectEvent((word: Parameters<Parameters<typeof onWorkerWord>[0]>[0]) => {
    if (word.type === 'open') return void navigate(word.path);
    actions.reconnect();
  });
  useEffect(() => onWorkerWord((word) => onWord(word)), []);
  return null;
}
