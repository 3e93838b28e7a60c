import type { HttpPort, TransferPort } from '../../ports/http.ts';
import type { Log } from '../../ports/log.ts';
import { lazyPageActions } from '../actions/lazy-page-actions.ts';
import type { LaterParts } from '../at-once.ts';
import { lazyCallDriver } from '../call/lazy-call-driver.ts';
import { loadChatCode } from '../chat-code.ts';
import { lazyChatWindow } from '../conversation/lazy-chat-window.ts';
import { createClient } from '../create-client.ts';
import type { Client } from '../interface/client.ts';
import { type Late, lazy, nothing } from '../kernel/lazy.ts';
import { lazyOutbox } from '../outbox/lazy-outbox.ts';
import { lazyLogouts, lazySaver } from '../session/lazy-session.ts';
import type { Inspection } from '../state/inspection.ts';
import type { EventLog } from '../state/log.ts';
import { lazyClientReports } from '../typing/lazy-client-reports.ts';
import { lazyUploads } from '../uploads/lazy-uploads.ts';
import { lazyPendingChanges } from '../pending-changes/lazy-pending-changes.ts';
import { pageAddresses } from './addresses.ts';
import { browserDevice } from './browser-device-adapter.ts';
import { createBrowserMemory } from './browser-memory-adapter.ts';
import { pageFrames } from './frames-adapter.ts';
import { createIndexedDbRecords } from './indexeddb-adapter.ts';
import { isInspectionOn, openInspectionChannel } from './inspection-adapter.ts';
import { createLocalSettings } from './local-storage-adapter.ts';
import { createPageMedia } from './media/page-media.ts';
import { browserClock, browserIds, browserRandom } from './system-adapter.ts';
import { createTabMemory } from './tab-memory-adapter.ts';
import { createTabLock } from './web-lock-adapter.ts';
import { websocketPort } from './websocket-adapter.ts';

const lateCode = lazy(
  () => import('./late-code.ts'),
  (code) => code,
);
/** A part of it. */
const late = <T>(pick: (code: Awaited<ReturnType<typeof lateCode.get>>) => T): Late<T> => ({
  now: () => {
    const code = lateCode.now();
    return code && pick(code);
  },
  get: async () => pick(await lateCode.get()),
});
const streams = late((code) => code.streamCode);

/** Code that changes more state than the start does loads together with the streams code it needs. */
const withStreams = async <T>(code: Promise<T>): Promise<T> => (await Promise.all([code, streams.get()]))[0];
const chatCode = () => withStreams(loadChatCode());

/** Code loaded on first use. */
const later: LaterParts = {
  actions: lazyPageActions(async () => (await withStreams(import('../actions/page-actions.ts'))).pageActions),
  logouts: lazyLogouts(async () => (await import('../session/logouts.ts')).createLogouts),
  sending: {
    createOutbox: lazyOutbox(chatCode),
    createPendingChanges: lazyPendingChanges(chatCode),
    createUploads: lazyUploads(chatCode),
    createChatWindow: lazyChatWindow(chatCode),
  },
  calls: lazyCallDriver(async () => (await import('../group-call/device-calls.ts')).createDeviceCalls),
  streams,
  fetchMissed: late((code) => code.fetchMissed),
  clientReports: lazyClientReports(late((code) => code.createClientReports)),
  vanish: lateCode,
  saver: lazySaver(late((code) => code.createKeeper)),
};

/** The client of this page: the server is where the page came from, and `http` the way to it. */
export async function createBrowserClient(http: HttpPort): Promise<Client> {
  const { base, socket } = pageAddresses();
  if (base === false || socket === false) throw new Error('the host of this build was altered');
  // A browser that keeps no databases (some private windows) has a client without memory.
  const inspection = isInspectionOn() ? await startInspection() : null;
  const records =
    'indexedDB' in globalThis
      ? createIndexedDbRecords(() => location.reload())
      : (await import('../persistence/memory-adapter.ts')).createMemoryProfile().records;
  const settings = createLocalSettings();
  const client = createClient(
    {
      clock: browserClock,
      random: browserRandom,
      ids: browserIds,
      log: pageLog,
      http,
      transfers: lazyTransfers(base),
      media: createPageMedia(settings),
      socket: websocketPort,
      device: browserDevice,
      settings,
      records,
      tabLock: await createTabLock({ clock: browserClock, ids: browserIds, records }),
      tabMemory: createTabMemory(),
      browserMemory: createBrowserMemory(),
      base: { ws: socket },
      schedule: pageFrames(),
      acks: true,
      watch: inspection?.observer.watch,
    },
    inspection === null ? later : { ...later, events: inspection.events },
  );
  inspection?.observer.attach(client.core.log);
  return client;
}

/** Loads its code only for recorded pages. */
async function startInspection(): Promise<{
  readonly observer: Inspection;
  readonly events: () => EventLog;
}> {
  const [{ createInspection }, { EventLog }] = await Promise.all([
    import('./inspection.ts'),
    import('../state/log.ts'),
  ]);
  const inspection = createInspection({
    clock: browserClock,
    channel: openInspectionChannel(),
    app: browserIds.hex(4),
    title: () => document.title,
    schedule: (task) => setTimeout(task, 50),
  });
  addEventListener('pagehide', () => inspection.stop(), { once: true });
  return { observer: inspection, events: () => new EventLog() };
}

const pageLog: Log = {
  write: (level, what, facts) => {
    if (level === 'debug' || level === 'info') return;
    // oxlint-disable-next-line no-console -- the one place where the page's log goes
    console[level](what, facts ?? '');
  },
};

/** Uploads, whose code loads with the first one (UI-16); without it they fail like a broken connection. */
const lazyTransfers = (base: string): TransferPort => ({
  upload: (request) => {
    const loading = import('./transfer-adapter.ts').then(({ createTransfers }) =>
      createTransfers(base).upload(request),
    );
    return {
      outcome: loading.then(
        (transfer) => transfer.outcome,
        () => ({ kind: 'broken' }),
      ),
      abort: () => void loading.then((transfer) => transfer.abort(), nothing),
    };
  },
});
