import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { executeKeeping } from '../../src/server/admin/keep.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { backUp, restoreCopy } from '../../src/server/storage/engine/backup.ts';
import { lastBackupMs } from '../../src/server/storage/engine/last-backup.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { temporaryFolder } from '../support/server.ts';
import { happen } from '../support/store-rows.ts';

const HERE = streamId('1-2');
const open: Store[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
async function opened(path: string): Promise<Store> {
  if (!existsSync(path)) await putMigratedFile(path);
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  open.push(store);
  return store;
}
const place = () => {
  const folder = temporaryFolder();
  return { folder, path: join(folder, 'parley.db'), copy: join(folder, 'copy.db') };
};
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
const head = async (store: Store) => (await store.read((tx) => tx.streams.get(HERE)))?.head;
const closed = async (store: Store) => {
  open.splice(open.indexOf(store), 1);
  await store.close();
};

/** The line that the command prints. */
function lineOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return faultLine(error);
  }
  return '';
}

it('KEEP-1: a copy made during writes is one whole moment, and opens', async () => {
  const { path, copy } = place();
  const store = await opened(path);
  await store.write((tx) => happen(tx, HERE));
  const writing = Promise.all(Array.from({ length: 300 }, () => store.write((tx) => happen(tx, HERE))));
  backUp(path, copy);
  await writing;
  expect(await head(store)).toBe(301);
  const stored = await opened(copy);
  const events = await stored.read((tx) => tx.streams.events(HERE, 0, 1_000));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.length).toBe(await head(stored));
  expect(events.length).toBeGreaterThanOrEqual(1);
});

it('KEEP-6: a copy and restored files are for the server’s user alone, for any umask and earlier mode', async () => {
  const { path, copy } = place();
  const umask = process.umask(0);
  try {
    await closed(await opened(path));
    backUp(path, copy);
    expect(mode(copy)).toBe('600');
    chmodSync(copy, 0o644);
    await collectGarbage();
    restoreCopy(path, copy, 'another');
    expect(mode(path)).toBe('600');
  } finally {
    process.umask(umask);
  }
});

it('KEEP-1: no file is overwritten, and nothing half-done is left', async () => {
  const { folder, path, copy } = place();
  await closed(await opened(path));
  writeFileSync(copy, 'something');
  expect(() => backUp(path, copy)).toThrow(`there is a file ${copy} already`);
  expect(lineOf(() => backUp(path, copy))).toBe(`Nothing was copied: there is a file ${copy} already`);
  expect(lineOf(() => backUp(path, join(folder, 'not there', 'copy.db')))).toMatch(
    /^Nothing was copied: \S+not there.copy\.db\.part cannot be written \(ENOENT/,
  );
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('KEEP-2: a restored copy has a new epoch; what came after it is gone but kept beside it', async () => {
  const { path, copy } = place();
  const store = await opened(path);
  await store.write((tx) => happen(tx, HERE));
  const epoch = await store.epoch();
  backUp(path, copy);
  await store.write((tx) => happen(tx, HERE));
  await closed(store);
  await collectGarbage();
  const { before } = restoreCopy(path, copy, 'another epoch');
  const back = await opened(path);
  expect([await head(back), await back.epoch()]).toEqual([1, 'another epoch']);
  expect(epoch).not.toBe('another epoch');
  expect(await head(await opened(before ?? ''))).toBe(2);
  // The copy itself is as it was and can be restored again.
  expect(await (await opened(copy)).epoch()).toBe(epoch);
});

it('KEEP-2: not while a server uses the data, and not with a copy that is not whole', async () => {
  const { folder, path, copy } = place();
  const store = await opened(path);
  for (let n = 0; n < 50; n += 1) await store.write((tx) => happen(tx, HERE));
  backUp(path, copy);
  let line = '';
  try {
    restoreCopy(path, copy, 'another');
  } catch (error) {
    line = faultLine(error);
  }
  expect(line).toBe('The data is held by another process: stop it, or set DATA_DIR to another folder');
  await store.write((tx) => happen(tx, HERE));
  await closed(store);
  // Without its checksum, which would be enough.
  rmSync(`${copy}.sha256`);
  truncateSync(copy, 20_000);
  expect(lineOf(() => restoreCopy(path, copy, 'another'))).toMatch(
    /^Nothing was copied: \S+ is no whole copy/,
  );
  // The engine names a page of a wrong kind on a second line.
  backUp(path, `${copy}.whole`);
  const bytes = readFileSync(`${copy}.whole`);
  bytes[3 * 4_096 + 3] = (bytes[3 * 4_096 + 3] ?? 0) ^ 0x11;
  writeFileSync(copy, bytes);
  expect(lineOf(() => restoreCopy(path, copy, 'another'))).toMatch(
    /^Nothing was copied: the copy is not whole: Tree \d+ page \d+: [^\n]+$/,
  );
  writeFileSync(copy, 'no database at all, but long enough to be looked at '.repeat(100));
  expect(lineOf(() => restoreCopy(path, copy, 'another'))).toMatch(
    /^Nothing was copied: \S+ is no whole copy \(file is not a database\)$/,
  );
  expect(existsSync(path)).toBe(true);
  expect(await head(await opened(path))).toBe(51);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

it('KEEP-2: the output of the commands, and the hint that a database server has other ways', async () => {
  const { path, copy } = place();
  await closed(await opened(path));
  expect(executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['backup', copy])[0]).toBe(
    `Copied 0 users and 0 messages to ${copy}. The copy was opened and read through.`,
  );
  await collectGarbage();
  expect(executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['restore', copy])[0]).toMatch(
    /^Restored 0 users and 0 messages into \S+parley\.db\. The previous data is in .*parley\.db\.before-1\.$/,
  );
  expect(() => executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['backup'])).toThrow('Missing: file');
  expect(() => executeKeeping({ path: null, epoch: 'x', nowMs: 0 }, ['backup', copy])).toThrow('pg_dump');
});

it('KEEP-11: a copy is restored into a data folder that is not there yet', async () => {
  const { path, copy, folder } = place();
  await closed(await opened(path));
  backUp(path, copy);
  const to = join(folder, 'new', 'machine', 'parley.db');
  expect(executeKeeping({ path: to, epoch: 'x', nowMs: 0 }, ['restore', copy])[0]).toBe(
    `Restored 0 users and 0 messages into ${to}.`,
  );
  await closed(await opened(to));
});

it('KEEP-10: a backup notes its time over that of an earlier one, and a failed one does not', async () => {
  const { path, copy } = place();
  await closed(await opened(path));
  expect(await lastBackupMs(path)).toBeNull();
  const backup = (file: string, nowMs: number) =>
    executeKeeping({ path, epoch: 'x', nowMs }, ['backup', file]);
  backup(copy, 1_000);
  backup(`${copy}-2`, 2_000);
  expect(() => backup(copy, 3_000)).toThrow('there is a file');
  expect(await lastBackupMs(path)).toBe(2_000);
});

it('KEEP-1: reports that files are not included, unless a script copies them afterwards', async () => {
  const { path, copy } = place();
  await closed(await opened(path));
  const textOf = (...words: readonly string[]) =>
    executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['backup', ...words]).join('\n');
  expect(textOf(copy)).toContain('Uploaded files are not included.');
  expect(textOf(`${copy}-2`, '--files-follow')).not.toContain('Uploaded files');
});

it.each([
  ['beside the database', true, '', /^backup \S+\.db --files-follow\nBackup: \S+\.db and \S+\/files\n$/],
  ['none yet', false, '', /^backup \S+\.db --files-follow\nBackup: \S+\.db\n$/],
  ['in FILES_S3', false, 'https://s3.example.org/b', /^backup \S+\.db\nBackup: \S+\.db\n$/],
])('KEEP-1: parley-backup names what it copied: files %s', (_, hasFiles, bucket, line) => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'dist/server'), { recursive: true });
  mkdirSync(join(home, 'to'));
  if (hasFiles) mkdirSync(join(home, 'files'));
  writeFileSync(
    join(home, 'dist/server/admin-main.js'),
    'process.stdout.write(`${process.argv.slice(2).join(" ")}\\n`);',
  );
  const { stdout } = spawnSync('sh', ['docs/deploy/parley-backup', join(home, 'to')], {
    env: { ...process.env, PARLEY_HOME: home, DATA_DIR: home, FILES_S3: bucket },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(line);
});
