import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../kit/navigation.ts';
import { useQuery } from '../kit/use-query.ts';
import { contactId } from '../../domain/ids.ts';
import { useClient, useSession, useStore } from '../shared/client-context.ts';
import { notificationPermission } from '../platform/notifications.ts';
import { keepKnown } from '../platform/keep-known.ts';
import { onWorkerWord } from '../platform/pushing.ts';
import { takeNotesAway } from '../platform/pushed-notes.ts';
import { PATHS, pathTo } from '../paths/paths.ts';

/**
 * The page's side of what comes while no window is open: keeps this device known to the server, goes
 * where a notification leads, and takes notifications away that are read here.
 */
export default function PhoneHost() {
  const { actions } = useClient();
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = useQuery();
  const open = pathname === PATHS.chat ? query.get('id') : null;
  const unread = useStore((state) =>
    open === null ? 0 : (state.contacts.get(contactId(open))?.unread ?? 0),
  );
  const signedIn = session.name === 'signedIn';
  useEffect(() => {
    if (signedIn && notificationPermission() === 'granted') void keepKnown(actions);
  }, [signedIn, actions]);
  useEffect(() => {
    if (open !== null && unread === 0)
      void takeNotesAway((path) => path === pathTo('chat', { id: contactId(open) }));
  }, [open, unread]);
  const onWord = useEffectEvent((word: Parameters<Parameters<typeof onWorkerWord>[0]>[0]) => {
    if (word.type === 'open') return void navigate(word.path);
    actions.reconnect();
  });
  useEffect(() => onWorkerWord((word) => onWord(word)), []);
  return null;
}
