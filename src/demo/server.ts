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
  readonly kept: KeptDemo;
}

/** How long what was said may be only in memory. */
const KEEP_MS = 1_000;

/** The real server over the engine that runs in pages; what it holds is kept in this browser. */
export async function createDemoServer({ clock, random, ids, log, kept }: DemoParts): Promise<ParleyServer> {
  const before = await kept.readDatabase();
  if (before !== null) beginWith(before, ids.hex(16));
  const store = await openStore({
    path: ':memory:',
    clock,
    ids,
    log,
    endOfTurn: (run) => queueMicrotask(run),
  });
  const scratch: Scratch = new Map();
  const uploads = {
    files: createPageFiles(kept, scratch),
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
  keep(clock, kept, log);
  return server;
}

/** Looks now and then; writes when something was changed since. */
function keep(clock: Clock, kept: KeptDemo, log: Log): void {
  let written = -1;
  const look = async (): Promise<void> => {
    const changes = changesNow();
    const image = changes === written ? null : imageNow();
    if (image === null) return;
    await kept.writeDatabase(image);
    written = changes;
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
