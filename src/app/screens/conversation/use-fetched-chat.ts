import { isTemporary } from '../../../client/interface/answer.ts';
import { type ContactId, parseTarget } from '../../../domain/ids.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';

/**
 * Fetches a chat that is not in the list. `none`: it does not exist, or not for this user; unknown while
 * requests fail (STORE-15).
 */
export function useFetchedChat(id: ContactId, isListed: boolean): 'loading' | 'none' {
  const { actions } = useClient();
  const ready = useStore((state) => state.sync.ready);
  const isName = parseTarget(id) !== null;
  const isAsked = ready && isName && !isListed;
  const fetched = useLoad(`${id} ${isAsked}`, isAsked ? () => actions.ensureContact(id) : null);
  const isRefused = fetched.state === 'failed' && !isTemporary(fetched.failure);
  return isRefused || !isName ? 'none' : 'loading';
}
