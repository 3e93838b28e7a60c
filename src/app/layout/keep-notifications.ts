import type { Client } from '../../client/interface/client.ts';
import { isNotificationOver } from '../../client/state/finished-notifications.ts';
import {
  closeAllNotifications,
  closeNotifications,
  onShownNotifications,
  type ShownNotification,
} from '../platform/notifications.ts';

/** Closes what this device shows as soon as its reason is gone, or nobody is signed in (PUSH-13, PUSH-14). */
export function keepNotifications({ store, session }: Pick<Client, 'store' | 'session'>): () => void {
  let shown: readonly ShownNotification[] = [];
  const look = (): void => {
    const { name } = session.get();
    if (shown.length === 0 || name === 'starting') return;
    const state = store.get();
    const over = shown.filter((one) => name !== 'signedIn' || isNotificationOver(state, one));
    if (over.length === 0) return;
    shown = shown.filter((one) => !over.includes(one));
    if (name === 'signedIn') void closeNotifications(over.map(({ tag, time }) => ({ tag, time })));
    else void closeAllNotifications();
  };
  const ends = [
    onShownNotifications((now) => {
      shown = now;
      look();
    }),
    store.subscribe(look),
    session.subscribe(look),
  ];
  return () => ends.forEach((end) => end());
}
