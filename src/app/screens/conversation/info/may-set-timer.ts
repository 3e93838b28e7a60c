import { standingIn } from '../../../../client/state/chat-selectors.ts';
import type { Contact, State } from '../../../../client/state/state.ts';
import { refuses } from '../../../../domain/permissions.ts';

/** Both users of a private chat who may write there; in a group by the table of permissions (VANISH-1). */
export function maySetTimerIn(state: State, { id, kind }: Contact): boolean {
  if (kind === 'person') return state.config.chatInfo.simpleChat;
  const standing = kind === 'group' ? standingIn(state, id) : null;
  return standing !== null && refuses('setTimer', standing, 0) === null;
}
