import type { Core } from '../../kernel/core.ts';

/**
 * The database went back behind what this server has proved to have given: all positions that clients
 * hold may be given to other events from now on, so the history is another one (STREAM-15).
 */
export async function renewHistory(
  core: Pick<Core, 'store' | 'ids' | 'log'>,
  instead: string,
): Promise<void> {
  const renewed = await core.store.write((tx) => tx.history.renewEpoch(core.ids.hex(16), instead));
  if (renewed)
    core.log.write(
      'warn',
      'a client has seen more than the database holds, which went back in time: clients load anew',
    );
}
