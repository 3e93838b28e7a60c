import type { MessageId, UserId } from '../../../domain/ids.ts';
import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';

/**
 * The user behind a call step. Most steps are sent after their command was committed, so if the store fails
 * they are sent without a name: a device that misses one rings on, or stays locked (COMMIT-3).
 */
export const senderOf = (core: Core, from: UserId, call: MessageId): Promise<UserRow | null> =>
  core.store
    .read((tx) => tx.users.byId(from))
    .catch((error: unknown) => {
      core.log.write('warn', 'step of a call told without a name', { call, error: String(error) });
      return null;
    });
