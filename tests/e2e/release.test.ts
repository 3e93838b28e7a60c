import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';
import { softwareList } from '../../src/tools/release.mjs';
import { isDeadWeight } from '../../src/tools/trim.mjs';
import { befriend, history, type HttpUser, ok, signIn, signUp } from '../support/http-user.ts';
import { killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';
import { png } from '../support/uploads.ts';

/** A single folder, whose code only its owner can write, as on an operator's machine. */
let folder = '';
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/**
 * Copies the packages that `npm ci --omit=dev` would install by the same lock file, and the part that an
 * image keeps.
 */
function installWithoutNpm(to: string): void {
  const lock = JSON.parse(readFileSync(join(to, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const expected = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const present = expected.map(([path]) => path).filter((path) => path !== '' && !isAbsent(path));
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

/** A user who owns neither the code nor any other file. */
const asNobody = isRoot
  ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
  : [];

function ownFolder(): string {
  const data = temporaryFolder();
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  return data;
}

it('START-13: a release runs without a build, as a user who cannot write its code', async () => {
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
  const events = await history(bela, String(anna.id));
  expect(events.map(({ content }) => content)).toContain('out of the box');
  expect(await server.stop()).toBe(0);
});

it('START-13: an archive has no settings that an operator filled in, and a list of its packages', () => {
  const secret = `${root}docs/deploy/.env`;
  const archive = join(temporaryFolder(), 'taken');
  writeFileSync(secret, 'POSTGRES_PASSWORD=secret');
  try {
    execFileSync(process.execPath, ['src/tools/release.mjs', '--folder', archive], { cwd: root });
  } finally {
    rmSync(secret);
  }
  expect(readdirSync(join(archive, 'docs/deploy'))).not.toContain('.env');
  // The documents link to it.
  expect(readdirSync(join(archive, 'tests/security'))).toEqual(['README.md']);
  const { components } = JSON.parse(softwareList()) as { components: readonly { name: string }[] };
  const listed = new Set(components.map(({ name }) => name));
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // The plain name, without a scope, as the list has it.
  const missing = Object.keys(about.dependencies).filter((name) => !listed.has(name));
  expect(missing).toEqual([]);
  expect([listed.has('vitest'), listed.has('typescript')]).toEqual([false, false]);
});

it('START-13: the release has every package that its code imports, and its commands', async () => {
  const requests = new Set<string>();
  for (const entry of readdirSync(join(folder, 'dist/server'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js')) continue;
    const code = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name = ''] of code.matchAll(/^(?:import|export)\b[^'"]*?["']([^."'/][^"']*)["'];?$/gm))
      requests.add(name);
    for (const [, name = ''] of code.matchAll(/\bimport\(["']([^."'/][^"']*)["']\)/g)) requests.add(name);
  }
  const packages = [...requests]
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
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S* \(commit [0-9a-f]{7,}\)\n$/),
      stderr: '',
    });
  const data = ownFolder();
  const made = await runToEnd(
    join(folder, 'dist/server/admin-main.js'),
    ['invite'],
    { DATA_DIR: data },
    asNobody,
  );
  expect([made.code, made.stderr]).toEqual([1, expect.stringContaining(`There is no data in ${data}`)]);
});

const codeIn = (text: string): string => /inviteCode=(\w+)/.exec(text)?.[1] ?? '';

const say = (by: HttpUser, to: HttpUser, content: string) => {
  const message = { id: content, toContactId: to.id, is_group: 0, type: 'text', content };
  return ok(by.call('/enterprise/im/sendMessage', message));
};

/** Everything that a user reads, with the bytes of files. */
const read = async (url: string, reader: HttpUser, of: HttpUser): Promise<readonly string[]> => {
  const rows = await history(reader, String(of.id));
  const texts = rows.map(async ({ type, content }) => {
    if (type === 'text') return content;
    if (type !== 'image') return '';
    const bytes = await (await fetch(new URL(content, url))).arrayBuffer();
    return `a picture of ${bytes.byteLength} bytes`;
  });
  return (await Promise.all(texts)).filter((text) => text !== '');
};

function asOperator(command: string, ...words: string[]): void {
  const [first = command, ...others] = [...asNobody, command, ...words];
  execFileSync(first, others);
}

it('KEEP-7: an operator walks from an empty machine to a restored copy', async () => {
  const [data, elsewhere] = [ownFolder(), ownFolder()];
  const admin = (...words: string[]) =>
    runToEnd(join(folder, 'dist/server/admin-main.js'), words, { DATA_DIR: data }, asNobody);
  const begin = () =>
    startServer({
      script: join(folder, 'dist/server/main.js'),
      dataDir: data,
      env: { NODE_ENV: 'production', HOME: '/nonexistent', REGISTRATION: 'invite' },
      through: asNobody,
    });

  const first = await begin();
  const anna = await signUp(first.url, 'anna', codeIn(first.output()));
  const bela = await signUp(first.url, 'bela', codeIn((await admin('invite')).stdout));
  await befriend(anna, bela);
  await say(anna, bela, 'before the copy');
  const picture = await png(64, 48);
  const message = JSON.stringify({ id: 'p', toContactId: bela.id, is_group: 0, type: 'image', content: '' });
  await ok(anna.upload('/common/upload/uploadFile', picture, { message }));
  const before = await read(first.url, bela, anna);
  expect(before).toHaveLength(2);

  // Follows docs/operations/backup-and-restore.md while the server runs.
  const script = join(folder, 'docs/deploy/parley-backup');
  asOperator('env', `PARLEY_HOME=${folder}`, `DATA_DIR=${data}`, 'sh', script, elsewhere);
  const copy = join(elsewhere, readdirSync(elsewhere).find((name) => name.endsWith('.db')) ?? 'none');
  await say(anna, bela, 'after the copy');
  expect((await admin('restore', copy)).code).toBe(1);
  expect(await first.stop()).toBe(0);

  // The machine is lost with all its data. Another one has the release and the copy.
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  expect(await admin('restore', copy)).toMatchObject({ code: 0, stderr: '' });
  asOperator('cp', '-a', join(elsewhere, 'files'), data);
  const second = await begin();
  expect(codeIn(second.output())).toBe('');
  const [annaAgain, belaAgain] = [
    await signIn(second.url, anna.account),
    await signIn(second.url, bela.account),
  ];
  expect(await read(second.url, belaAgain, annaAgain)).toEqual(before);
  await say(annaAgain, belaAgain, 'after the walk');
  expect(await read(second.url, belaAgain, annaAgain)).toEqual([...before, 'after the walk']);
  const checked = await admin('check');
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  expect(checked.stdout).toContain('No problems found.');
  expect((await admin('audit', 'verify')).code).toBe(0);
  expect(await second.stop()).toBe(0);
});

it('COPY-8: killed during a send, with all data lost: the copies and their key restore it', async () => {
  const [data, elsewhere] = [ownFolder(), ownFolder()];
  const env = { COPIES_DIR: join(elsewhere, 'copies'), COPIES_KEY: 'what only the operator knows' };
  const admin = (...words: string[]) =>
    runToEnd(join(folder, 'dist/server/admin-main.js'), words, { DATA_DIR: data, ...env }, asNobody);
  const begin = (dataDir: string) =>
    startServer({
      script: join(folder, 'dist/server/main.js'),
      dataDir,
      env: { NODE_ENV: 'production', HOME: '/nonexistent', REGISTRATION: 'open', ...env },
      through: asNobody,
    });

  const first = await begin(data);
  const [anna, bela] = [await signUp(first.url, 'anna'), await signUp(first.url, 'bela')];
  await befriend(anna, bela);
  const message = JSON.stringify({ id: 'p', toContactId: bela.id, is_group: 0, type: 'image', content: '' });
  await ok(anna.upload('/common/upload/uploadFile', await png(64, 48), { message }));
  const sent: { readonly content: string; readonly atMs: number }[] = [];
  // The folder is made by the process that copies, some time after the server said its address.
  const pieces = () =>
    existsSync(env.COPIES_DIR)
      ? (readdirSync(env.COPIES_DIR, { recursive: true })
          .join(' ')
          .match(/changes-\d+/g) ?? [])
      : [];
  // On a slow machine some pieces are there before the picture is.
  const early = new Set(pieces()).size;
  for (let n = 0; new Set(pieces()).size < early + 4; n += 1) {
    await say(anna, bela, `number ${n}`);
    sent.push({ content: `number ${n}`, atMs: Date.now() });
    // A machine without pauses would exceed the limit of a user (LIMIT-1).
    await pause(10);
  }
  await first.kill();
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });

  const back = join(elsewhere, 'back');
  expect((await admin('copies', 'list')).stdout).toMatch(/ to .*, whole 1 times/);
  const restored = await admin('copies', 'restore', '--at', new Date().toISOString(), '--to', back);
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  const second = await begin(back);
  const [annaAgain, belaAgain] = [
    await signIn(second.url, anna.account),
    await signIn(second.url, bela.account),
  ];
  const there = await read(second.url, belaAgain, annaAgain);
  // The files return with the database, with the same key.
  expect(there.filter((text) => text.startsWith('a picture of'))).toHaveLength(1);
  const texts = there.filter((text) => text.startsWith('number'));
  expect(texts).toEqual(sent.slice(0, texts.length).map(({ content }) => content));
  // No message that was acknowledged before the reported moment is missing.
  const reachedMs = Date.parse(/last change is from (\S+)\./.exec(restored.stdout)?.[1] ?? '');
  expect(texts.length).toBeGreaterThanOrEqual(sent.filter(({ atMs }) => atMs < reachedMs).length);
  expect(texts.length).toBeGreaterThan(0);
  expect(await second.stop()).toBe(0);
});
