import { createDisk } from './disk.ts';
import type { Disk, StoredProfile } from './disk.ts';
import { lateParts } from './late-parts.ts';
import type { WorldAir } from './media.ts';
import { createPage } from './page.ts';
import type { WorldPage } from './page.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { createDeviceNetwork } from '../network/network.ts';
import type { DeviceNetwork } from '../network/network.ts';
import type { WorldNode } from '../nodes/node.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { AlertWatch } from '../page/alert-watch.ts';
import { atOnce } from '../../src/client/at-once.ts';
import { createClient } from '../../src/client/create-client.ts';
import type { HeadlessClient } from '../../src/client/create-client.ts';
import type { Client, Notice } from '../../src/client/interface/client.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import type { Log } from '../../src/ports/log.ts';
import type { TabMemoryPort } from '../../src/ports/storage.ts';
import type { WatchActors } from '../../src/ports/watch.ts';

export const PASSWORD = 'secret-1';

/** One tab with the real client in it. */
export interface Tab {
  readonly name: string;
  readonly client: HeadlessClient;
  readonly page: WorldPage;
  readonly clock: ProcessClock;
  readonly notices: readonly Notice[];
  readonly memory: TabMemoryPort;
  /** What it sounded and showed. */
  readonly alerts: AlertWatch;
  /** Devices and connections of calls that this page uses. */
  mediaInUse(): number;
  socketsOpen(): number;
  state(): State;
  /** The page vanishes without notice. */
  crash(): void;
}

/** A browser of one person: tabs that share a disk and a network. */
export interface Device {
  readonly name: string;
  readonly account: string;
  readonly isMobile: boolean;
  readonly disk: Disk;
  readonly link: DeviceNetwork;
  readonly tabs: Tab[];
  /** Observes the machines of the tabs that are opened from now on. */
  watch: WatchActors | null;
  online: boolean;
  /** Token of the last login that ended here without a logout. */
  ended: string | null;
  /** Its clock is wrong by this much more, in all tabs. */
  jump(ms: number): void;
  /** Present error of the clock. */
  wrongMs(): number;
  /** How far it was set ahead, all times together. */
  aheadMs(): number;
  /** Opens a tab; it shows the stored state, then connects. `memory`: of the tab whose page is reloaded. */
  open(memory?: TabMemoryPort): Tab;
  close(tab: Tab): void;
}

export interface DeviceOptions {
  readonly around: Surroundings;
  readonly nodes: readonly WorldNode[];
  readonly name: string;
  readonly account: string;
  readonly isMobile: boolean;
  /** Its storage, from another World. */
  readonly stored?: StoredProfile;
  readonly log: Log;
  readonly air: WorldAir;
  readonly recorder: Recorder;
  /** Pages acknowledge what a visible one has shown, so that it is not pushed (PUSH-3). */
  readonly acks: () => boolean;
  /** The call that a tab shows has changed. */
  readonly onCallChange: (tab: Tab) => void;
  /** Pages load the code of late parts with its first use; otherwise they have it from the start. */
  readonly loadsLate: boolean;
  /** Reports the last message that was in view in a tab. */
  readonly read: (tab: Tab, id: string, n: number) => void;
  /** The session of a tab is over. */
  readonly signedOut: (tab: Tab) => void;
  readonly answered: (device: Device, path: string, body: string | null, text: string) => void;
  readonly framed: (device: Device, text: string) => void;
  /** A promise of the client was rejected without a handler. */
  readonly failed: (where: string, error: unknown) => void;
}

export function createDevice(options: DeviceOptions): Device {
  const { around, nodes, name, account, isMobile } = options;
  const chance = around.chance.fork(name);
  const link = createDeviceNetwork({
    around,
    chance: chance.fork('link'),
    nodes,
    name,
    userAgent: isMobile ? 'Mobile' : 'Desktop',
    recorder: options.recorder,
    answered: (path, body, text) => options.answered(device, path, body, text),
    framed: (text) => options.framed(device, text),
    pathChanged: () => options.air.changed(),
  });
  let [tabCount, wrongMs, aheadMs] = [0, 0, 0];
  const device: Device = {
    name,
    account,
    isMobile,
    disk: createDisk(around, chance.fork('disk'), name, options.stored),
    link,
    tabs: [],
    watch: null,
    online: true,
    ended: null,
    jump: (ms) => {
      wrongMs += ms;
      aheadMs += Math.max(0, ms);
      for (const tab of device.tabs) tab.clock.jump(ms);
    },
    wrongMs: () => wrongMs,
    aheadMs: () => aheadMs,
    open: (memory = createMemoryProfile().settings()) => {
      tabCount += 1;
      const tab = openTab(options, device, `${name}.${tabCount}`, memory, wrongMs);
      device.tabs.push(tab);
      return tab;
    },
    close: (tab) => {
      const at = device.tabs.indexOf(tab);
      if (at >= 0) device.tabs.splice(at, 1);
      tab.crash();
    },
  };
  return device;
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

function openTab(
  options: DeviceOptions,
  device: Device,
  name: string,
  memory: TabMemoryPort,
  wrongMs: number,
): Tab {
  const { around, isMobile, failed, air, onCallChange, read, signedOut } = options;
  const chance = around.chance.fork(name);
  const clock = createProcessClock(around.clock);
  clock.jump(wrongMs);
  const page = createPage(isMobile);
  page.setOnline(device.online);
  const disk = device.disk.tab(() => !clock.dead);
  const media = air.join(name, clock, chance.fork('media'), () => !clock.dead && device.link.through());
  const wires = new Set<() => void>();
  const alerts = new AlertWatch(name, () => around.clock.elapsedMs());
  const client = createClient(
    {
      clock,
      random: chance.fork('random'),
      ids: chance.fork('ids').ids(),
      log: options.log,
      http: httpOf(device, clock, page),
      transfers: transfersOf(device, clock, page),
      socket: socketOf(device, clock, wires),
      device: page,
      settings: disk.settings,
      records: disk.records,
      tabLock: alerts.lock(disk.lock),
      tabMemory: memoryOf(memory, clock),
      media: media.port,
      base: { ws: 'ws://parley.test/wss' },
      schedule: (task) => void clock.setTimeout(task, 0),
      acks: options.acks(),
      ...(device.watch && { watch: device.watch }),
    },
    options.loadsLate ? lateParts(around.orderControl, device.name, () => clock.dead) : atOnce,
  );
  const tab: Tab = {
    name,
    client,
    page,
    memory,
    alerts,
    clock,
    notices: noticesOf(client),
    state: () => client.core.get(),
    mediaInUse: () => media.inUse(),
    socketsOpen: () => wires.size,
    crash: () => {
      clock.kill();
      for (const close of wires) close();
      disk.release();
      media.release();
      // Its promises never settle: the caller is gone.
      client.stop().catch((error: unknown) => failed(`${name} stop`, error));
    },
  };
  alerts.watch(client);
  readsToTheEnd(client, (id, n) => read(tab, id, n));
  client.calls.subscribe(() => onCallChange(tab));
  client.session.subscribe(() => {
    const { name: now } = client.session.get();
    if (now === 'ended') device.ended = device.disk.lastToken();
    if (now !== 'signedIn') signedOut(tab);
  });
  client.start().catch((error: unknown) => failed(`${name} start`, error));
  return tab;
}

type Ports = Parameters<typeof createClient>[0];

const httpOf = ({ link }: Device, clock: ProcessClock, page: WorldPage): Ports['http'] => ({
  send: async (request) => {
    if (clock.dead) return never();
    if (!page.isOnline()) return { kind: 'broken' };
    const outcome = await link.send(request);
    return clock.dead ? never() : outcome;
  },
});

const transfersOf = ({ link }: Device, clock: ProcessClock, page: WorldPage): Ports['transfers'] => ({
  upload: (request) => {
    const transfer = page.isOnline()
      ? link.upload({
          ...request,
          onProgress: (bytes) => clock.dead || request.onProgress(bytes),
        })
      : { outcome: Promise.resolve({ kind: 'broken' } as const), abort: () => undefined };
    return {
      outcome: transfer.outcome.then((outcome) => (clock.dead ? never() : outcome)),
      abort: () => transfer.abort(),
    };
  },
});

const socketOf = ({ link }: Device, clock: ProcessClock, wires: Set<() => void>): Ports['socket'] => ({
  open: (_url, handlers) => {
    const handle = link.open({
      opened: () => clock.dead || handlers.opened(),
      frame: (text) => clock.dead || handlers.frame(text),
      closed: (how) => {
        wires.delete(close);
        if (!clock.dead) handlers.closed(how);
      },
    });
    const close = () => {
      wires.delete(close);
      handle.close();
    };
    wires.add(close);
    return { send: (text) => handle.send(text), close };
  },
});

/** A closed page writes nothing further. */
const memoryOf = (memory: TabMemoryPort, clock: ProcessClock): TabMemoryPort => ({
  get: (key) => memory.get(key),
  set: (key, value) => (clock.dead ? undefined : memory.set(key, value)),
});

/** The device has no room for what waits to be sent (SEND-22). */
export const isRoomWarning = (notice: Notice): boolean =>
  notice.kind === 'text' && notice.key === 'err.notStored';

/** Its latest notices, in order, and every warning about storage. */
function noticesOf(client: HeadlessClient): readonly Notice[] {
  const notices: Notice[] = [];
  client.notices.subscribe((notice) => {
    notices.push(notice);
    if (notices.length > 200)
      notices.splice(
        Math.max(
          0,
          notices.findIndex((one) => !isRoomWarning(one)),
        ),
        1,
      );
  });
  return notices;
}

/**
 * Simulates a user who reads to the end of the open chat: loaded messages count as in view (COUNT-2). Only a
 * view knows what was visible, and a client without a screen has none.
 */
export function readsToTheEnd(
  { store, actions }: Pick<Client, 'store' | 'actions'>,
  read: (id: ContactId, n: number) => void = () => undefined,
): () => void {
  let report: { readonly open: ContactId | null; readonly n: number } = { open: null, n: 0 };
  const look = (): void => {
    const { open, contacts, conversations } = store.get();
    const contact = open === null ? undefined : contacts.get(open);
    const window = contact && conversations.get(contact.id);
    if (!window || contact.unread === 0) return;
    const n = window.live ? contact.counting.count : (window.chunks.at(-1)?.at(-1)?.n ?? 0);
    if (report.open !== open) report = { open, n: 0 };
    if (n > Math.max(report.n, contact.counting.mark)) {
      report = { open, n };
      read(contact.id, n);
      actions.markRead(contact.id, n);
    }
    if (!window.live && window.loading === 'no' && window.size > 0) void actions.loadNewer(contact.id);
  };
  return store.subscribe(look);
}
