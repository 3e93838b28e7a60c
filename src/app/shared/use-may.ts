import { accessIn } from '../../client/state/group-access.ts';
import type { Contact } from '../../client/state/state.ts';
import { isGuest } from '../../domain/guests.ts';
import { type GroupAction, refusalFor } from '../../domain/permissions.ts';
import { useStore } from './client-context.ts';
import { nowMs } from '../platform/time.ts';

/** What a guest does not do, although members may (GUEST-4). */
const FOR_USERS: ReadonlySet<GroupAction> = new Set(['invite', 'showQr']);

/** May this person do it in this group now? The permission table answers (ROLE-1). */
export const useMay = (contact: Pick<Contact, 'id'>, action: GroupAction): boolean =>
  useStore((state) => {
    const access = accessIn(state, contact.id);
    if (FOR_USERS.has(action) && isGuest(state.self)) return false;
    return access !== null && refusalFor(action, access, nowMs() / 1_000) === null;
  });
