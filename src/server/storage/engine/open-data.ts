import { join, resolve } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import type { Store } from '../../../ports/store.ts';
import type { HostSettings } from '../../kernel/settings.ts';
import { openStore } from './open.ts';

/** The embedded database of a data folder. */
export const databaseIn = (dataDir: string): string => join(resolve(dataDir), 'parley.db');

/** The store that the settings name: a database on a server, or a file in the data folder. */
export async function openData(
  settings: Pick<HostSettings, 'databaseUrl' | 'dataDir'>,
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
  if (settings.databaseUrl === null) return openStore({ ...ports, path: databaseIn(settings.dataDir) });
  // Loaded only where it is wanted: it would make every start slower.
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres({ ...ports, url: settings.databaseUrl });
}
