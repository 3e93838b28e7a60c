import { standingIn } from '../../client/state/standing.ts';
import type { Contact } from '../../client/state/state.ts';
import { type GroupAction, refuses } from '../../domain/permissions.ts';
import { useStore } from './client-context.ts';
import { nowMs } from '../platform/time.ts';

/** May this person do it in this group now? The permission table answers (ROLE-1). */
export const useMay = (contact: Pick<Contact, 'id'>, action: GroupAction): boolean =>
  useStore((state) => {
    const standing = standingIn(state, contact.id);
    return standing !== null && refuses(action, standing, nowMs() / 1_000) === null;
  });
