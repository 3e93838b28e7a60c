import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';
import { isDeadWeight } from '../../src/tools/trim.mjs';
import { befriend, history, ok, signUp } from '../support/http-user.ts';
import { killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';

/** As on the machine of an operator: one folder, whose code nobody but its owner can write. */
let folder = '';
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** What `npm ci --omit=dev` installs here by the same lock file, and what an image keeps of that. */
function installWithoutNpm(to: string): void {
  const lock = JSON.parse(readFileSync(join(to, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const wanted = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const present = wanted.map(([path]) => path).filter((path) => path !== '' && !isAbsent(path));
  for (const path of present) {
    const isOwn = (file: string) => {
      const below = file.slice(`${root}${path}`.length);
      return !below.includes('/node_modules') && !isDeadWeight(`${path}${below}`);
    };
    cpSync(`${root}${path}`, join(to, path), { recursive: true, filter: isOwn });
  }
}

const isAbsent = (path: string): boolean => {
  try {
    return !readdirSync(`${root}${path}`).includes('package.json');
  } catch {
    return true;
  }
};

beforeAll(() => {
  folder = join(temporaryFolder(), 'parley');
  chmodSync(join(folder, '..'), 0o755);
  execFileSync(process.execPath, ['src/tools/release.mjs', '--folder', folder], { cwd: root });
  installWithoutNpm(folder);
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
});
afterEach(killServers);
// Thousands of files, too many for the last moment of a process.
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Somebody who owns neither the code nor anything else. */
const asNobody = isRoot
  ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
  : [];

function ownFolder(): string {
  const data = temporaryFolder();
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  return data;
}

it('START-13: a release runs without a build, by somebody who cannot write its code', async () => {
  const server = await startServer({
    script: join(folder, 'dist/server/main.js'),
    dataDir: ownFolder(),
    env: { METRICS_TOKEN: '0123456789abcdef', NODE_ENV: 'production', HOME: '/nonexistent' },
    through: asNobody,
  });
  const ready = (await (await fetch(`${server.url}/readyz`)).json()) as object;
  expect(ready).toEqual({ version, ready: true, reasons: [], warnings: [] });
  const headers = { authorization: 'Bearer 0123456789abcdef' };
  const figures = await (await fetch(`${server.url}/metrics`, { headers })).text();
  expect(figures).toContain(`parley_build_info{version="${version}"} 1`);
  expect(await (await fetch(server.url)).text()).toContain('<div id="root">');

  const [anna, bela] = [await signUp(server.url, 'anna'), await signUp(server.url, 'bela')];
  await befriend(anna, bela);
  await ok(
    anna.call('/enterprise/im/sendMessage', {
      id: 'release-1',
      toContactId: bela.id,
      is_group: 0,
      type: 'text',
      content: 'out of the box',
    }),
  );
  const heard = await history(bela, String(anna.id));
  expect(heard.map(({ content }) => content)).toContain('out of the box');
  expect(await server.stop()).toBe(0);
});

it('START-13: it has each package that its code may ask for, and its commands', async () => {
  const asked = new Set<string>();
  for (const entry of readdirSync(join(folder, 'dist/server'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js')) continue;
    const code = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name = ''] of code.matchAll(/^(?:import|export)\b[^'"]*?["']([^."'/][^"']*)["'];?$/gm))
      asked.add(name);
    for (const [, name = ''] of code.matchAll(/\bimport\(["']([^."'/][^"']*)["']\)/g)) asked.add(name);
  }
  const packages = [...asked]
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect(packages).toEqual(expect.arrayContaining(['sharp', 'pg', 'ioredis', 'web-push', 'nodemailer']));
  const there = (name: string) => readdirSync(join(folder, 'node_modules', name)).includes('package.json');
  expect([...packages, 'pino'].filter((name) => !there(name))).toEqual([]);

  for (const script of ['dist/server/main.js', 'dist/server/admin-main.js'])
    expect(await runToEnd(join(folder, script), ['--version'], {})).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  const data = ownFolder();
  const made = await runToEnd(
    join(folder, 'dist/server/admin-main.js'),
    ['invite'],
    { DATA_DIR: data },
    asNobody,
  );
  expect([made.code, made.stderr]).toEqual([0, '']);
});
