import type { MessageId, UserId } from '../../../domain/ids.ts';
import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';

/**
 * Who takes a step in a call. Most steps are told after their command was kept, so where the store fails they
 * are told without a name: a device that does not hear of one rings on, or stays locked (COMMIT-3).
 */
export const senderOf = (core: Core, from: UserId, call: MessageId): Promise<UserRow | null> =>
  core.store
    .read((tx) => tx.users.byId(from))
    .catch((error: unknown) => {
      core.log.write('warn', 'step of a call told without a name', { call, error: String(error) });
      return null;
    });
