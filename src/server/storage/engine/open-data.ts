import { join, resolve } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import type { Store } from '../../../ports/store.ts';
import type { HostSettings } from '../../kernel/settings.ts';
import { openStore } from './open.ts';

/**
 * The store that the settings name: one or two databases on servers, or a file in the data folder. Throws
 * what opening it throws.
 */
export async function openData(
  settings: Pick<HostSettings, 'databaseUrl' | 'dataDir'> & Partial<Pick<HostSettings, 'secondDatabaseUrl'>>,
  ports: {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly log: Log;
    readonly committed?: (commands: number) => void;
    readonly program: string;
    /** For a server: no second one opens the same embedded database (START-23). */
    readonly alone?: boolean;
  },
): Promise<Store> {
  if (settings.databaseUrl === null)
    return openStore({ ...ports, path: join(resolve(settings.dataDir), 'parley.db') });
  // Loaded only where it is wanted: it would make every start slower.
  const { openPostgres } = await import('./open-postgres.ts');
  const { mustBeWhole, openTwoDatabases } = await import('./open-two.ts');
  const { databaseUrl: url, secondDatabaseUrl: secondUrl = null } = settings;
  if (secondUrl !== null) return openTwoDatabases({ ...ports, url, secondUrl });
  const store = await openPostgres({ ...ports, url });
  try {
    await mustBeWhole(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
