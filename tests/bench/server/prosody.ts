import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '../../support/server.ts';

/** An XMPP server as Debian packages it, with its archive on, on this machine only. */
export interface Prosody {
  readonly port: number;
  readonly pid: number;
  /** Messages in the archives: one for each side. */
  archived(): number;
  stop(): Promise<void>;
}

export const PASSWORD = 'bench-secret-1';
const MODULES = ['roster', 'saslauth', 'disco', 'ping', 'mam', 'smacks', 'carbons', 'blocklist'];

export function isInstalled(): boolean {
  try {
    execFileSync('which', ['prosody'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** It refuses to run as root: then as the one its package made. */
function runsAs(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOfItsOwn('-u'), gid: idOfItsOwn('-g') };
}

const idOfItsOwn = (kind: '-u' | '-g'): number =>
  Number(execFileSync('id', [kind, 'prosody'], { encoding: 'utf8' }));

export async function startProsody(people: number): Promise<Prosody> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const accounts = join(folder, 'data', 'localhost', 'accounts');
  mkdirSync(accounts, { recursive: true });
  for (let id = 1; id <= people; id += 1)
    writeFileSync(join(accounts, `person${id}.dat`), `return { ["password"] = "${PASSWORD}"; };\n`);
  writeFileSync(join(folder, 'prosody.cfg.lua'), settings(folder, port));
  const who = runsAs();
  if (who.uid !== undefined && who.gid !== undefined) giveTo(folder, who.uid, who.gid);
  const child = spawn('prosody', ['--config', join(folder, 'prosody.cfg.lua'), '-F'], {
    stdio: 'ignore',
    ...who,
  });
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGKILL'));
  let over = false;
  void ended.then(() => (over = true));
  while (!(await answers(port))) {
    if (over)
      throw new Error(`prosody ended at once: ${readFileSync(join(folder, 'log'), 'utf8').slice(-500)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    pid: child.pid ?? 0,
    archived: () => archivedIn(join(folder, 'data')),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const settings = (folder: string, port: number): string => `
pidfile = "${folder}/pid"
data_path = "${folder}/data"
log = { warn = "${folder}/log" }
network_backend = "epoll"
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
s2s_ports = { }
modules_enabled = { ${MODULES.map((name) => `"${name}"`).join('; ')} }
modules_disabled = { "s2s"; "offline" }
authentication = "internal_plain"
storage = "internal"
default_archive_policy = true
archive_expires_after = "never"
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
VirtualHost "localhost"
`;

function giveTo(folder: string, uid: number, gid: number): void {
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

function archivedIn(data: string): number {
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /archive\/[^/]+\.list$/.test(name))
    .reduce((sum, name) => sum + (readFileSync(join(data, name), 'utf8').match(/^item\(/gm)?.length ?? 0), 0);
}
