import type { Notice } from '../../src/client/interface/client.ts';
import { readsToTheEnd } from '../../simulator/devices/device.ts';
import { atOnce } from '../../src/client/at-once.ts';
import { createClient, type HeadlessClient } from '../../src/client/create-client.ts';
import { createMemoryProfile, type MemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { HttpOutcome, TransferPort } from '../../src/ports/http.ts';
import type { MediaPort } from '../../src/ports/media.ts';
import type { SocketHandlers } from '../../src/ports/socket.ts';
import type { TabMemoryPort } from '../../src/ports/storage.ts';
import { countingIds } from './counting-ids.ts';
import { fakePage, type FakePage } from './fake-page.ts';
import { PASSWORD, type World } from './world.ts';

/** The network between one device and the server: it can be cut, and it can lose answers. */
export interface TestNetwork {
  /** Requests that reached the server. */
  readonly requests: { readonly path: string; readonly body: unknown }[];
  /** Answers to these paths get lost after the server did its work. */
  loseAnswers: RegExp | null;
  /** Requests to these paths get lost before they reach the server. */
  loseRequests: RegExp | null;
  /** Requests to these paths take a second to reach the server. */
  slow: RegExp | null;
  /** Breaks the open socket as a router does that forgot it: both ends notice. */
  cutSocket(): void;
  /** Disconnects the network: sockets break, requests fail, and the browser reports it. */
  unplug(): void;
  plug(): void;
}

/** A tab of a browser with the real client, connected to the real server. */
export interface Tab {
  readonly client: HeadlessClient;
  readonly page: FakePage;
  readonly network: TestNetwork;
  readonly notices: readonly Notice[];
  readonly memory: TabMemoryPort;
  /** Closes the page without a word, as a crash does. */
  crash(): Promise<void>;
}

export interface Browser {
  readonly profile: MemoryProfile;
  /**
   * `from` sets faults of the network from the first request on. `memory` is the memory of the reloaded tab.
   */
  open(from?: Partial<Pick<TestNetwork, 'loseRequests'>>, memory?: TabMemoryPort): Promise<Tab>;
}

interface DeviceOptions {
  readonly isMobile?: boolean;
  /** How files go out; absent: they do not. */
  readonly transfers?: TransferPort;
  readonly media?: MediaPort;
  /** Sees every request that leaves and every frame that comes. */
  readonly trace?: (seen: Seen) => void;
}

export type Seen =
  | { readonly way: 'out'; readonly path: string; readonly body: unknown }
  | { readonly way: 'in'; readonly text: string };

export function browser(world: World, options: DeviceOptions = {}): Browser {
  const profile = createMemoryProfile();
  return {
    profile,
    open: (from = {}, memory = createMemoryProfile().settings()) =>
      openTab(world, profile, options, from, memory),
  };
}

async function openTab(
  world: World,
  profile: MemoryProfile,
  { isMobile = false, transfers, media, trace = () => undefined }: DeviceOptions,
  from: Partial<TestNetwork>,
  memory: TabMemoryPort,
): Promise<Tab> {
  const page = fakePage({ isMobile });
  const sockets = new Set<() => void>();
  let dead = false;
  const network: TestNetwork = {
    requests: [],
    loseAnswers: null,
    loseRequests: null,
    slow: null,
    cutSocket: () => {
      for (const cut of sockets) cut();
    },
    unplug: () => {
      network.cutSocket();
      page.setOnline(false);
    },
    plug: () => page.setOnline(true),
    ...from,
  };
  /** A page that is gone writes nothing any more. */
  const listWritten = <T extends TabMemoryPort>(store: T): T => ({
    ...store,
    set: (key: string, value: string | null) => (dead ? undefined : store.set(key, value)),
  });
  const client = createClient(
    {
      clock: world.clock,
      random: { next: () => 0.5 },
      ids: countingIds(),
      log: { write: () => undefined },
      http: {
        send: async ({ path, method, headers, body }): Promise<HttpOutcome> => {
          if (dead || !page.isOnline() || network.loseRequests?.test(path)) return { kind: 'broken' };
          if (network.slow?.test(path))
            await new Promise<void>((reached) => void world.clock.setTimeout(reached, 1_000));
          const sent = { path, body: body === null ? null : (JSON.parse(body) as unknown) };
          network.requests.push(sent);
          trace({ way: 'out', ...sent });
          const response = await world.raw(path, {
            method,
            headers: { ...headers, ...(isMobile ? { 'user-agent': 'Mobile' } : {}) },
            body,
          });
          const text = await response.text();
          if (dead) return { kind: 'broken' };
          return network.loseAnswers?.test(path)
            ? { kind: 'timeout' }
            : { kind: 'answer', status: response.status, text };
        },
      },
      ...(transfers ? { transfers } : {}),
      ...(media ? { media } : {}),
      socket: {
        open: (_url, handlers) =>
          socketTo(world, traced(handlers, trace), sockets, () => dead || !page.isOnline()),
      },
      device: page,
      settings: listWritten(profile.settings()),
      records: profile.records,
      tabLock: profile.lock,
      tabMemory: listWritten(memory),
      base: { ws: 'ws://parley.test/wss' },
      schedule: (run) => run(),
    },
    atOnce,
  );
  const notices: Notice[] = [];
  client.notices.subscribe((notice) => notices.push(notice));
  readsToTheEnd(client);
  await client.start();
  await world.settle();
  return {
    client,
    page,
    network,
    notices,
    memory,
    crash: async () => {
      dead = true;
      network.cutSocket();
      await client.stop();
    },
  };
}

const traced = (handlers: SocketHandlers, trace: (seen: Seen) => void): SocketHandlers => ({
  ...handlers,
  frame: (text) => {
    trace({ way: 'in', text });
    handlers.frame(text);
  },
});

function socketTo(
  world: World,
  handlers: SocketHandlers,
  sockets: Set<() => void>,
  unreachable: () => boolean,
) {
  let [open, ended] = [false, false];
  const end = (code: number) => {
    if (ended) return;
    ended = true;
    sockets.delete(disconnect);
    handlers.closed({ opened: open, code, reason: '' });
  };
  let session: ReturnType<World['server']['gateway']['accept']> = null;
  const disconnect = () => {
    session?.closed();
    end(1006);
  };
  sockets.add(disconnect);
  queueMicrotask(() => {
    if (ended) return;
    if (unreachable()) return end(1006);
    open = true;
    handlers.opened();
    session = world.server.gateway.accept({
      send: (text) => queueMicrotask(() => ended || handlers.frame(text)),
      close: (code) => end(code),
      bufferedBytes: () => 0,
      remoteAddress: '10.0.0.9',
    });
  });
  return {
    send: (text: string) => queueMicrotask(() => ended || session?.receive(text)),
    close: () => {
      ended = true;
      sockets.delete(disconnect);
      queueMicrotask(() => session?.closed());
    },
  };
}

/** Registers the account when it is new, and signs in. */
export async function signIn(world: World, tab: Tab, account: string): Promise<void> {
  await tab.client.actions.register({
    account,
    realname: `${account} name`,
    password: PASSWORD,
    repeat: PASSWORD,
    inviteCode: '',
  });
  await logIn(world, tab, account);
}

/** Signs in and waits until everything is there. */
export async function logIn(world: World, tab: Tab, account: string): Promise<void> {
  const answer = await tab.client.actions.login({ account, password: PASSWORD, remember: true });
  if (!answer.ok) throw new Error(`login of ${account}: ${JSON.stringify(answer.reason)}`);
  await until(world, () => tab.client.core.get().sync.ready && isBound(tab));
}

export const isBound = (tab: Tab): boolean => {
  const { connection } = tab.client.core.get();
  return connection.name === 'open' && connection.bound;
};

/** Lets things happen, then time pass, until it is so; fails after `limitMs` of virtual time. */
export async function until(world: World, fact: () => boolean, limitMs = 120_000): Promise<void> {
  const end = world.clock.elapsedMs() + limitMs;
  for (;;) {
    for (let turn = 0; turn < 20; turn += 1) {
      await world.settle();
      if (fact()) return;
    }
    if (world.clock.elapsedMs() >= end || !(await world.clock.next()))
      throw new Error(`did not happen: ${fact.toString()}`);
  }
}
