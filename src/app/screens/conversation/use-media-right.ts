import { accessIn } from '../../../client/state/group-access.ts';
import type { Contact } from '../../../client/state/state.ts';
import { refusalFor } from '../../../domain/permissions.ts';
import { useStore } from '../../shared/client-context.ts';
import { nowMs } from '../../platform/time.ts';

/** May this person send files here? Everywhere but in groups that leave them to those who lead (GROUP-22). */
export const useMediaRight = ({ id }: Pick<Contact, 'id'>): boolean =>
  useStore((state) => {
    const access = accessIn(state, id);
    return access === null || refusalFor('sendMedia', access, nowMs() / 1_000) === null;
  });
