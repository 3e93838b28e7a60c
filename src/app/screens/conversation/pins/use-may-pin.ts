import { standingIn } from '../../../../client/state/chat-selectors.ts';
import type { Contact, State } from '../../../../client/state/state.ts';
import { refuses } from '../../../../domain/permissions.ts';
import { useStore } from '../../../shared/client-context.ts';

/**
 * Checks whether this user may pin there: both users of a private chat, in a group by the table of
 * permissions (PINS-2).
 */
export function mayPinIn(state: State, { id, kind }: Contact): boolean {
  if (state.sync.plain) return false;
  if (kind === 'person') return state.config.chatInfo.simpleChat;
  const standing = kind === 'group' ? standingIn(state, id) : null;
  return standing !== null && refuses('pinMessage', standing, 0) === null;
}

export const useMayPin = (contact: Contact): boolean => useStore((state) => mayPinIn(state, contact));
