import type { Client } from '../../client/interface/client.ts';
import { belongTo } from './settings.ts';
import { forgetShared } from './shared.ts';

const noNotes = () => undefined;

/**
 * The page's own memory follows the signed-in user; other data in the browser is removed with the account
 * (SESS-7).
 */
export function followPerson({ store }: Pick<Client, 'store'>): () => void {
  const whose = () => store.get().self?.id ?? null;
  let last = whose();
  belongTo(last);
  return store.subscribe(() => {
    const now = whose();
    if (now === last) return;
    if (last !== null) {
      void forgetShared();
      void import('./notifications.ts')
        .then(({ closeAllNotifications }) => closeAllNotifications())
        .catch(noNotes);
    }
    last = now;
    belongTo(now);
  });
}
