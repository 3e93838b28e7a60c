import type { Log } from '../ports/log.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { browserDevice } from './net/browser-device-adapter.ts';
import { createFetchHttp } from './net/fetch-adapter.ts';
import { isInspectionOn, openInspectionChannel } from './net/inspection-adapter.ts';
import { systemIds, systemRandom } from './net/random-adapter.ts';
import { createTransfers } from './net/transfer-adapter.ts';
import { systemClock } from './net/system-clock-adapter.ts';
import { websocketPort } from './net/websocket-adapter.ts';
import { createIndexedDbRecords } from './persistence/indexeddb-adapter.ts';
import { createLocalSettings } from './persistence/local-storage-adapter.ts';
import { createMemoryProfile } from './persistence/memory-adapter.ts';
import { createTabLock } from './persistence/web-lock-adapter.ts';

/** The client of this page: the server is where the page came from. */
export function createBrowserClient(): Client {
  const { origin } = window.location;
  // A browser that keeps no databases (some private windows) has a client without memory.
  const inspection = isInspectionOn() ? startInspection() : null;
  const records = 'indexedDB' in globalThis ? createIndexedDbRecords() : createMemoryProfile().records;
  const client = createClient({
    clock: systemClock,
    random: systemRandom,
    ids: systemIds,
    log: pageLog,
    http: createFetchHttp(origin),
    transfers: createTransfers(origin),
    socket: websocketPort,
    device: browserDevice,
    settings: createLocalSettings(),
    records,
    tabLock: createTabLock({ clock: systemClock, ids: systemIds, records }),
    base: { ws: `${origin.replace(/^http/, 'ws')}/wss` },
    schedule: nextFrame,
    watch: inspection?.watch,
  });
  inspection?.attach(client.core.log);
  return client;
}

function startInspection(): Inspection {
  const inspection = createInspection({
    clock: systemClock,
    channel: openInspectionChannel(),
    app: systemIds.hex(4),
    title: () => document.title,
    schedule: (run) => setTimeout(run, 50),
  });
  addEventListener('pagehide', () => inspection.stop(), { once: true });
  return inspection;
}

/** Hidden pages get no animation frames, and their title and sounds still follow the state. */
const nextFrame = (run: () => void): void => {
  if (document.visibilityState === 'visible') requestAnimationFrame(run);
  else setTimeout(run, 0);
};

const pageLog: Log = {
  write: (level, what, facts) => {
    if (level === 'debug' || level === 'info') return;
    // oxlint-disable-next-line no-console -- the one place where the page's log goes
    console[level](what, facts ?? '');
  },
};
