import { accessIn } from '../../client/state/group-access.ts';
import type { Contact } from '../../client/state/state.ts';
import { type GroupAction, refusalFor } from '../../domain/permissions.ts';
import { useStore } from './client-context.ts';
import { nowMs } from '../platform/time.ts';

/** May this person do it in this group now? The permission table answers (ROLE-1). */
export const useMay = (contact: Pick<Contact, 'id'>, action: GroupAction): boolean =>
  useStore((state) => {
    const access = accessIn(state, contact.id);
    return access !== null && refusalFor(action, access, nowMs() / 1_000) === null;
  });
