import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
