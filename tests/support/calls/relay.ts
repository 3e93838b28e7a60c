import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSocket, type Socket } from 'node:dgram';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { freePort, runToEnd, temporaryFolder, type TestServer } from '../server.ts';

/** A TURN relay (coturn of Debian) on the loopback interface only, in a separate folder. */
export interface Relay {
  readonly url: string;
  /** Stops answering and forwarding, as if the network was away. `false` resumes. */
  freeze(on: boolean): void;
  stop(): Promise<void>;
}

export const RELAY_SECRET = 'secret of the relay of a test';

const START_LIMIT_MS = 10_000;

export async function startRelay(): Promise<Relay> {
  const folder = temporaryFolder();
  const port = await freePort();
  const first = 42_000 + Math.floor(Math.random() * 150) * 100;
  const flags = [
    '-n',
    '--listening-ip',
    '127.0.0.1',
    '--relay-ip',
    '127.0.0.1',
    '--listening-port',
    String(port),
    '--min-port',
    String(first),
    '--max-port',
    String(first + 99),
    '--allow-loopback-peers',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--use-auth-secret',
    `--static-auth-secret=${RELAY_SECRET}`,
    '--realm',
    'parley.test',
    '--pidfile',
    join(folder, 'pid'),
    '--userdb',
    join(folder, 'db'),
    '--log-file',
    'stdout',
    '--simple-log',
  ];
  const child = spawn('/usr/bin/turnserver', flags, { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  process.on('exit', kill);
  await answers(port);
  return {
    url: `turn:127.0.0.1:${port}`,
    freeze: (on) => void child.kill(on ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

/** Asks as a STUN client does, until there is an answer. */
async function answers(port: number): Promise<void> {
  const socket = createSocket('udp4');
  const binding = Buffer.from('000100002112a442' + '00'.repeat(12), 'hex');
  const received = once(socket, 'message').then(() => true);
  const end = performance.now() + START_LIMIT_MS;
  for (let done = false; !done;) {
    if (performance.now() > end) throw new Error('the relay does not answer');
    socket.send(binding, port, '127.0.0.1');
    done = await Promise.race([received, setTimeout(100, false)]);
  }
  socket.close();
}

/** Sets the relay in the configuration of the server. */
export async function tellOfRelay(server: TestServer, relay: Relay): Promise<void> {
  const set = await runToEnd('dist/server/admin-main.js', ['config', 'set', 'chatInfo.stun', relay.url], {
    DATA_DIR: server.dataDir,
  });
  if (set.code !== 0) throw new Error(`the relay was not set: ${set.stderr}`);
}

/** The network between one page and the unit of group calls. */
export interface UnitNetwork {
  /** Share of the packets that are lost in each direction, from 0 to 1. */
  loss: number;
  /** Each packet is late by a random time below this. */
  jitterMs: number;
  /** Receives a copy of each packet that arrives from the page or from the unit. */
  onPacket: (packet: Buffer, from: 'page' | 'unit') => void;
  close(): void;
}

/** Leads the media of a page through a forwarder, to which all answers of the unit point from now on. */
export async function unitNetworkOf(page: Page): Promise<UnitNetwork> {
  const outer = createSocket('udp4').bind(0, '127.0.0.1');
  await once(outer, 'listening');
  const ways = new Map<number, Socket>();
  const pending = new Set<NodeJS.Timeout>();
  const unit = { address: '127.0.0.1', port: 9 };
  const network: UnitNetwork = {
    loss: 0,
    jitterMs: 0,
    onPacket: () => undefined,
    close: () => {
      for (const timer of pending) clearTimeout(timer);
      for (const socket of [outer, ...ways.values()]) socket.close();
    },
  };
  const { port: outerPort } = outer.address();
  const pass = (packet: Buffer, from: 'page' | 'unit', send: () => void): void => {
    network.onPacket(packet, from);
    if (Math.random() < network.loss) return;
    if (network.jitterMs === 0) return send();
    const timer = globalThis.setTimeout(() => {
      pending.delete(timer);
      send();
    }, Math.random() * network.jitterMs);
    pending.add(timer);
  };
  outer.on('message', (packet, { port }) => {
    let inner = ways.get(port);
    if (inner === undefined) {
      inner = createSocket('udp4').bind();
      inner.on('message', (answer) => pass(answer, 'unit', () => outer.send(answer, port, '127.0.0.1')));
      ways.set(port, inner);
    }
    const way = inner;
    pass(packet, 'page', () => way.send(packet, unit.port, unit.address));
  });
  await page.route('**/connectGroupCall', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return route.abort();
    const text = await response.text();
    const candidate = /a=candidate:\S+ \d UDP \d+ (\d+\.\S+) (\d+) typ host/.exec(text);
    if (candidate !== null) [unit.address, unit.port] = [String(candidate[1]), Number(candidate[2])];
    const own = `a=candidate:1 1 UDP 2122317823 127.0.0.1 ${outerPort} typ host`;
    const body = text.replaceAll(/(?:a=candidate:.*?\\r\\n)+/g, `${own}\\r\\n`);
    await route.fulfill({ response, body });
  });
  return network;
}
