import type { ContactId } from '../../domain/ids.ts';
import { parseTarget } from '../../domain/ids.ts';
import type { CallRefusal } from '../interface/calls.ts';
import { reachRefusalOf } from '../state/reach.ts';
import type { State } from '../state/state.ts';

/**
 * Returns why this contact cannot be called now, lasting reasons first; `busy`: the user is in a call, here
 * or elsewhere (CALL-1).
 */
export function callRefusalOf(
  state: State,
  id: ContactId,
  at: { readonly supported: boolean; readonly busy: boolean },
): CallRefusal | null {
  const { config, contacts, self } = state;
  const target = parseTarget(id);
  if (target?.kind !== 'person') return 'group';
  if (!config.chatInfo.webrtc || !config.chatInfo.simpleChat) return 'off';
  const refusal = reachRefusalOf(state, id);
  if (refusal) return refusal;
  if (!at.supported) return 'unsupported';
  if (!contacts.has(id) || target.user === self?.id) return 'notFriends';
  return at.busy ? 'busyElsewhere' : null;
}
