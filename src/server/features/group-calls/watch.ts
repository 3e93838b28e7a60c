import { groupCallLimits as limits } from '../../../domain/group-call-limits.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import type { StoredDevice } from '../../../ports/store.ts';
import { dropDevices } from './devices.ts';

type Socket = Pick<StoredDevice, 'stream' | 'device' | 'user' | 'client'>;

const keyOf = ({ stream, device, client }: Socket): string => `${stream} ${device} ${client}`;

/** A live node looks at its own sockets; those of a dead one are gone (NODE-3). */
function isGone({ hub, peers }: Core, { client, user }: Socket): boolean {
  if (peers && peers.nodeOf(client) !== null) return false;
  return hub.ownerOf(client) !== user;
}

/**
 * Devices whose socket was gone at so many looks in a row leave their call (GCALL-3). `before`: how many
 * looks in a row had missed a socket; returns the same for the next look.
 */
export async function dropGone(
  core: Core,
  before: ReadonlyMap<string, number>,
  retries: RowRetries = NO_RETRIES,
): Promise<ReadonlyMap<string, number>> {
  const misses = new Map<string, number>();
  for (const socket of await core.store.read((tx) => tx.groupCalls.sockets())) {
    if (!isGone(core, socket)) continue;
    const key = keyOf(socket);
    misses.set(key, (before.get(key) ?? 0) + 1);
    if ((misses.get(key) ?? 0) < limits.missedMax) continue;
    await retries.attempt(key, () =>
      command(core, (tx, record) =>
        dropDevices(tx, record, socket.stream, (one) => keyOf({ ...one, stream: socket.stream }) === key),
      ),
    );
  }
  return misses;
}

/** After a start, devices first have time to bind again. */
export function startDroppingGone(core: Core): StopJob {
  const rows = new FailedRows(core, 'a device without a socket is still in a call');
  let misses: ReadonlyMap<string, number> = new Map();
  let isSettled = false;
  return startJob(core, {
    rows,
    failed: 'devices without a socket are still in calls',
    waitMs: () => (isSettled ? limits.lookMs : limits.settleMs),
    work: async () => {
      isSettled = true;
      misses = await dropGone(core, misses, rows);
    },
  });
}
