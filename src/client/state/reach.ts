import { type ContactId, userId, type UserId } from '../../domain/ids.ts';
import { reachRefusal, type ReachRefusal } from '../../domain/reach.ts';
import { blockedBy } from './blocked.ts';
import type { Contact, State } from './state.ts';

type Reached = Pick<Contact, 'id' | 'kind' | 'realname' | 'extras'>;

/** Why the user of this chat cannot be reached; null: they can, or it is no chat of two (DATA-15). */
export const reachRefusalTo = (
  blocked: ReadonlySet<UserId>,
  { id, kind, realname, extras }: Reached,
): ReachRefusal | null =>
  kind === 'person'
    ? reachRefusal({
        blocked: blocked.has(userId(Number(id))),
        realname,
        active: extras?.disabled !== true,
      })
    : null;

export function reachRefusalOf(
  state: Pick<State, 'blocked' | 'pending' | 'contacts'>,
  id: ContactId,
): ReachRefusal | null {
  const contact = state.contacts.get(id);
  return contact ? reachRefusalTo(blockedBy(state), contact) : null;
}
