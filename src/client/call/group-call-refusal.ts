import { placesOf } from '../../domain/group-call.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { GroupCallRefusal } from '../interface/group-calls.ts';
import type { State } from '../state/state.ts';

/** Returns why this device cannot join or begin a call of the group now, lasting reasons first (GCALL-11). */
export function groupCallRefusalOf(
  { config, contacts, self, sync }: State,
  id: ContactId,
  at: { readonly supported: boolean; readonly busy: boolean },
): GroupCallRefusal | null {
  if (!config.chatInfo.webrtc || sync.plain) return 'off';
  const contact = contacts.get(id);
  if (contact?.kind !== 'group') return 'notMember';
  if (!at.supported) return 'unsupported';
  if (at.busy) return 'busy';
  const call = contact.groupCall ?? null;
  return call !== null &&
    call.participants.length >= placesOf(call) &&
    !call.participants.some(({ user }) => user === self?.id)
    ? 'full'
    : null;
}
