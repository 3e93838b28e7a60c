import { standingIn } from '../../../client/state/standing.ts';
import type { Contact } from '../../../client/state/state.ts';
import { refuses } from '../../../domain/permissions.ts';
import { useStore } from '../../shared/client-context.ts';
import { nowMs } from '../../platform/time.ts';

/** May this person send files here? Everywhere but in groups that leave them to those who lead (GROUP-22). */
export const useMediaRight = ({ id }: Pick<Contact, 'id'>): boolean =>
  useStore((state) => {
    const standing = standingIn(state, id);
    return standing === null || refuses('sendMedia', standing, nowMs() / 1_000) === null;
  });
