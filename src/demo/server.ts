import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Ids, Random } from '../ports/random.ts';
import { createServer } from '../server/app.ts';
import type { ParleyServer } from '../server/app.ts';
import { createLocalBus } from '../server/cluster/local-bus.ts';
import { openStore } from '../server/storage/engine/open.ts';
import { createPageFiles, readPageForm } from './platform/files-adapter.ts';
import type { Scratch } from './platform/files-adapter.ts';
import type { KeptDemo } from './platform/keep-adapter.ts';
import { createDemoMedia } from './platform/media-adapter.ts';
import { pagePasswords } from './platform/passwords-adapter.ts';
import { beginWith, changesNow, imageNow } from './platform/sqlite-adapter.ts';

export interface DemoParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly storage: KeptDemo;
}

/** How long what was said may be only in memory. */
const KEEP_MS = 1_000;

/** The real server over the engine that runs in pages; what it holds is kept in this browser. */
export async function createDemoServer({
  clock,
  random,
  ids,
  log,
  storage,
}: DemoParts): Promise<ParleyServer> {
  const before = await storage.readDatabase();
  if (before !== null) beginWith(before, ids.hex(16));
  const store = await openStore({
    path: ':memory:',
    clock,
    ids,
    log,
    endOfTurn: (task) => queueMicrotask(task),
  });
  const scratch: Scratch = new Map();
  const uploads = {
    files: createPageFiles(storage, scratch),
    media: createDemoMedia(scratch),
    readForm: readPageForm,
  };
  const server = await createServer(
    {
      store,
      clock,
      random,
      ids,
      log,
      uploads,
      passwords: pagePasswords,
      mail: null,
      bus: createLocalBus(),
      assets: null,
    },
    { registration: 'open', wireTime: 's' },
  );
  server.start();
  keep(clock, storage, log);
  return server;
}

/** Looks now and then; writes when something was changed since. */
function keep(clock: Clock, storage: KeptDemo, log: Log): void {
  let storedChanges = -1;
  const look = async (): Promise<void> => {
    const changes = changesNow();
    const image = changes === storedChanges ? null : imageNow();
    if (image === null) return;
    await storage.writeDatabase(image);
    storedChanges = changes;
  };
  const later = (): void => {
    clock.setTimeout(() => {
      look()
        .catch((error: unknown) => log.write('warn', 'demo not kept', { error: String(error) }))
        .finally(later);
    }, KEEP_MS);
  };
  later();
}
