import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '../kit/navigation.ts';
import { useClient, useSession } from '../shared/client-context.ts';
import { notificationPermission } from '../platform/notifications.ts';
import { keepKnown } from '../platform/keep-known.ts';
import { onWorkerWord } from '../platform/pushing.ts';
import { keepNotifications } from './keep-notifications.ts';

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
