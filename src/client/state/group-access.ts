import { DEFAULT_GROUP_SETTING } from '../../domain/group-fields.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { AccessFacts } from '../../domain/permissions.ts';
import type { State } from './state.ts';

/**
 * The viewer's role in a conversation, for `refusalFor` of the permission table; null for one-to-one and
 * unknown ones.
 */
export function accessIn(state: State, id: ContactId): AccessFacts | null {
  const contact = state.contacts.get(id);
  if (contact?.group)
    return {
      role: contact.group.role,
      setting: contact.group.setting,
      mutedUntilSec: contact.group.mutedUntilSec,
    };
  if (id.startsWith('group-')) return { role: null, setting: DEFAULT_GROUP_SETTING, mutedUntilSec: 0 };
  return null;
}
