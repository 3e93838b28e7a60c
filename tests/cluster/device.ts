import { randomBytes, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { atOnce } from '../../src/client/at-once.ts';
import { createClient, type HeadlessClient } from '../../src/client/create-client.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { networkLimits } from '../../src/domain/first-limits.ts';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import type { HttpOutcome } from '../../src/ports/http.ts';
import type { SocketHandlers } from '../../src/ports/socket.ts';
import { fakePage } from '../support/fake-page.ts';
import { password } from '../support/http-user.ts';

/** The real client over a real network, to any node at any time: no balancer that remembers. */
export interface Device {
  readonly client: HeadlessClient;
  /** Every word of the crowd that a frame or an answer carried to it, with the moment when it first did. */
  readonly heard: ReadonlyMap<string, number>;
  /** The node of its open socket; null while it has none. */
  node(): string | null;
  /** Codes with which nodes closed its sockets. */
  readonly endings: readonly number[];
  /** Opens a conversation until its newest page is loaded; it stays in memory. */
  open(place: string): Promise<void>;
  /** Texts of a conversation as the device would show them, or null if the newest are missing. */
  window(place: string): readonly string[] | null;
  say(to: string, text: string): Promise<void>;
  /** Messages that have no outcome yet, and those that were refused. */
  waiting(): number;
  refused(): number;
  /** The state of its line and its unsent messages, for the report of a fault. */
  state(): string;
  /** Number of messages of a conversation, as this device sees it. */
  count(of: string): number;
  stop(): Promise<void>;
}

/** Waits of a client are meant for users, so they are shortened by this factor. Figures for users use 1. */
const FASTER = Number(process.env['CLUSTER_FASTER'] ?? 5);
/** Shortens the pauses between attempts to connect more, because nothing happens in them. */
const FASTER_PAUSES = FASTER * 6;
const { reconnectMs, probeMinMs, probeMaxMs } = networkLimits;
const isPause = (ms: number): boolean => ms === reconnectMs || (ms >= probeMinMs && ms <= probeMaxMs);
const openMs = 30_000;

/** `answered`: an answer to this path reaches the device when this is done. */
export async function openDevice(
  account: string,
  nodes: () => readonly string[],
  answered = async (_path: string): Promise<void> => undefined,
): Promise<Device> {
  const events = new Map<string, number>();
  const endings: number[] = [];
  let at: string | null = null;
  const listen = (text: string): string => {
    for (const [word] of text.matchAll(/word \w+ by \d+ no \d+\./g)) {
      if (!events.has(word)) events.set(word, performance.now());
    }
    return text;
  };
  const any = (): string => {
    const urls = nodes();
    return urls[Math.floor(Math.random() * urls.length)] ?? 'http://127.0.0.1:9';
  };
  const profile = createMemoryProfile();
  const client = createClient(
    {
      clock: {
        nowMs: () => Date.now(),
        elapsedMs: () => performance.now(),
        setTimeout: (run, ms) => setTimeout(run, ms / (isPause(ms) ? FASTER_PAUSES : FASTER)),
        clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
      },
      random: { next: () => Math.random() },
      ids: { uuid: () => randomUUID(), hex: (bytes) => randomBytes(bytes).toString('hex') },
      log: { write: () => undefined },
      http: {
        send: async ({ path, method, headers, body }): Promise<HttpOutcome> => {
          try {
            const response = await fetch(any() + path, {
              method,
              headers,
              ...(body === null ? {} : { body }),
              signal: AbortSignal.timeout(5_000),
            });
            const text = listen(await response.text());
            await answered(path);
            return { kind: 'answer', status: response.status, text };
          } catch {
            return { kind: 'broken' };
          }
        },
      },
      socket: {
        open(_, handlers) {
          const url = any();
          const made = openSocket(
            url,
            {
              ...handlers,
              opened: () => ((at = url), handlers.opened()),
              closed: (how) => ((at = null), endings.push(how.code), handlers.closed(how)),
            },
            listen,
          );
          return { ...made, close: () => ((at = null), made.close()) };
        },
      },
      device: fakePage(),
      settings: profile.settings(),
      records: profile.records,
      tabLock: profile.lock,
      base: { ws: 'ws://cluster.test/wss' },
      schedule: (run) => void setImmediate(run),
    },
    atOnce,
  );
  await client.start();
  const answer = await client.actions.login({ account, password, remember: true });
  if (!answer.ok) throw new Error(`login of ${account}: ${JSON.stringify(answer.reason)}`);
  const items = () => [...client.core.get().outbox.values()].flat();
  const windowOf = (place: string) => client.core.get().conversations.get(contactId(place));
  return {
    client,
    heard: events,
    endings,
    node: () => at,
    async open(place) {
      client.actions.openChat(contactId(place));
      void client.actions.loadNewest(contactId(place));
      // A later list drops the chat, and the open chat loads again.
      const isThere = () => client.core.get().sync.ready && windowOf(place)?.live === true;
      await vi.waitUntil(isThere, { timeout: openMs, interval: 10 });
      client.actions.openChat(null);
    },
    window: (place) => {
      const match = windowOf(place);
      if (match?.live !== true || match.loading !== 'no') return null;
      return match.chunks
        .flat()
        .map(({ content }) => content)
        .filter((text) => text.startsWith('word '));
    },
    say: async (to, text) => {
      const sentMessage = await client.actions.send(contactId(to), { ...EMPTY_DRAFT, text });
      if (!sentMessage.ok) throw new Error(`not taken: ${JSON.stringify(sentMessage.reason)}`);
    },
    waiting: () => items().filter(({ status }) => status !== 'failed').length,
    refused: () => items().filter(({ status }) => status === 'failed').length,
    state: () =>
      `${account}: at ${at ?? 'no node'}, line ${JSON.stringify(client.core.get().connection)}, ${items()
        .map(({ message, status }) => `"${message.content}" ${status}`)
        .join(', ')}`,
    count: (of) => client.core.get().contacts.get(contactId(of))?.last?.n ?? 0,
    stop: () => client.stop(),
  };
}

function openSocket(url: string, handlers: SocketHandlers, listen: (text: string) => string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wss`, { handshakeTimeout: 3_000 });
  let [opened, silent] = [false, false];
  const end = (code: number) => {
    if (silent) return;
    silent = true;
    handlers.closed({ opened, code, reason: '' });
  };
  socket.on('open', () => {
    opened = true;
    if (!silent) handlers.opened();
  });
  socket.on('message', (data: Buffer) => {
    const text = listen(data.toString());
    if (!silent) handlers.frame(text);
  });
  socket.on('error', () => end(1006));
  socket.on('close', (code) => end(code));
  return {
    send: (text: string) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => {
      silent = true;
      socket.close();
      // A suspended node does not answer the close.
      setTimeout(() => socket.terminate(), 1_000);
    },
  };
}
