import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { HostSettings } from '../kernel/settings.ts';
import { createLocalBus } from './local-bus.ts';

/** A single process uses a local bus; a database server may have other nodes, also without Redis (NODE-2). */
export async function openBus(
  { databaseUrl, redisUrl }: Pick<HostSettings, 'databaseUrl' | 'redisUrl'>,
  ports: { readonly clock: Clock; readonly log: Log; readonly place: string; readonly secret: string },
): Promise<Bus> {
  if (redisUrl === null) return { ...createLocalBus(), shared: databaseUrl !== null };
  // Loaded only where it is wanted: it would make every start slower.
  const { openRedisBus } = await import('./redis-bus.ts');
  return openRedisBus({ ...ports, url: redisUrl });
}
