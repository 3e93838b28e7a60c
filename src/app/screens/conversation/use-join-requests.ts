import type { Contact } from '../../../client/state/state.ts';
import { useWhenChanged } from '../../kit/use-when-changed.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';

/** Who asks to come in; asked anew when that is told, or may have been missed (GROUP-29). */
export function useJoinRequests({ id, group }: Contact) {
  const { actions } = useClient();
  const isOpen = useStore(({ connection }) => connection.name === 'open' && connection.bound);
  const requests = useLoad(`requests ${id}`, () => actions.joinRequests(id));
  useWhenChanged(() => isOpen && requests.reload(), group, isOpen);
  return requests;
}
