import type { Contact } from '../../../client/state/state.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';

/** Join requests; requested again when they changed, or a change may have been missed (GROUP-29). */
export function useJoinRequests({ id, group }: Contact) {
  const { actions } = useClient();
  const isOpen = useStore(({ connection }) => connection.name === 'open' && connection.bound);
  const requests = useLoad(`requests ${id}`, () => actions.joinRequests(id));
  useWhenChanged(() => isOpen && requests.reload(), group, isOpen);
  return requests;
}
