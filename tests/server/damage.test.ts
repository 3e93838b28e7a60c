import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { phraseIn } from '../../src/server/kernel/phrase.ts';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog, type Log } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { executeKeeping } from '../../src/server/admin/keep.ts';
import { checkStore } from '../../src/server/features/checking/check.ts';
import { startVerifying } from '../../src/server/features/upkeep/verify.ts';
import { createLocalFiles } from '../../src/server/files/open-files-adapter.ts';
import { Damage } from '../../src/server/kernel/damage.ts';
import { jobLimits } from '../../src/server/kernel/job-limits.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { engineFaults } from '../../src/server/storage/engine/engine-faults.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { copiedPlace, faultOf } from '../support/copied.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { temporaryFolder } from '../support/server.ts';
import { file, post, user } from '../support/store-rows.ts';
import { plainPasswords } from '../support/world.ts';

const HERE = streamId('1-2');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function opened(path: string, log: Log = silentLog): Promise<Store> {
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log });
  ends.push(() => store.close());
  return store;
}

/** Of what was found in these bytes one bit is another one. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  writeFileSync(path, bytes);
}

/** Where in the file the first page of a table or an index is. */
function rootPage(path: string, where: string): number {
  const db = new SqliteConnection(path, { readOnly: true });
  const [row] = db.execute(`select rootpage as page from sqlite_master where ${where} order by name`);
  db.close();
  return ((row as { readonly page: number }).page - 1) * 4_096;
}

const words = (n: number): string => `words of message ${n}.`;

interface Kept {
  readonly folder: string;
  readonly path: string;
  readonly key: string;
}

let made: Promise<Kept> | null = null;

/** A copy of a data folder that nobody uses: twenty messages, one of them edited, and a file. */
async function dataFolder(): Promise<Kept> {
  const first = await (made ??= makeDataFolder());
  const folder = temporaryFolder();
  cpSync(first.folder, folder, { recursive: true });
  return { folder, path: join(folder, 'parley.db'), key: first.key };
}

async function makeDataFolder(): Promise<Kept> {
  const folder = temporaryFolder();
  const path = join(folder, 'parley.db');
  await putMigratedFile(path);
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  await store.write(async (tx) => {
    for (let n = 0; n < 2; n += 1) await tx.users.insert(user());
  });
  for (let n = 1; n <= 20; n += 1) await store.write((tx) => post(tx, HERE, { content: words(n) }));
  await store.write((tx) => tx.messages.update(3 as never, { content: 'other words now', rev: 1 }));
  const files = await createLocalFiles(join(folder, 'files'));
  const incoming = await files.receive();
  await incoming.write(new TextEncoder().encode('bytes of a file'));
  const { digest, sizeBytes } = await incoming.end();
  const key = 'ab12cd';
  await incoming.keep(key, 'text/plain');
  await store.write((tx) => tx.files.insert(file({ key, digest, sizeBytes })));
  while ((await store.fillStep?.()) !== 'nothing');
  await store.close();
  await collectGarbage();
  return { folder, path, key };
}

/** The English lines of `check`. */
async function checked({ folder, path }: Kept): Promise<readonly string[]> {
  const store = await opened(path);
  const { faults } = await checkStore({
    store,
    passwords: plainPasswords,
    files: () => createLocalFiles(join(folder, 'files')),
    engineFaults: () => engineFaults({ databaseUrl: null, dataDir: folder }),
  });
  return faults.map((fault) => phraseIn(fault, 'en'));
}

describe('one bit is another one', () => {
  it('CHECK-2, CHECK-3: in nothing: check finds nothing wrong', async () => {
    expect(await checked(await dataFolder())).toEqual([]);
  });

  it('CHECK-2: in the words of a message: check names the message', async () => {
    const folder = await dataFolder();
    flip(folder.path, readFileSync(folder.path).lastIndexOf(`text${words(7)}`) + 8);
    expect(await checked(folder)).toEqual(['1-2: message 7 is damaged, it is not as it was stored']);
  });

  it('CHECK-3: in an index: check repeats what the engine reports', async () => {
    const folder = await dataFolder();
    const matchCount = rootPage(folder.path, `name like 'sqlite_autoindex_messages%'`);
    flip(folder.path, readFileSync(folder.path).indexOf(`message`, matchCount) + 2);
    expect(await checked(folder)).toContainEqual(expect.stringMatching(/^database: .*index/));
  });

  it('CHECK-3: in a page with places of others: check says what it cannot read, and continues', async () => {
    const folder = await dataFolder();
    const page = rootPage(folder.path, `name = 'messages'`);
    const bytes = readFileSync(folder.path);
    bytes.fill(0xff, page, page + 8);
    writeFileSync(folder.path, bytes);
    flip(join(folder.folder, 'files', 'cd', folder.key), 3);
    const lines = await checked(folder);
    expect(lines).toContainEqual(expect.stringMatching(/^database: /));
    expect(lines).toContainEqual(expect.stringMatching(/^cannot read messages.*malformed/));
    expect(lines).toContainEqual(expect.stringMatching(/^file 1: its bytes are damaged/));
  });

  it('CHECK-3: in the bytes of a file: check names the file', async () => {
    const folder = await dataFolder();
    flip(join(folder.folder, 'files', 'cd', folder.key), 3);
    expect(await checked(folder)).toEqual([
      `file 1: its bytes are damaged, their checksum is not that of the upload, kept as ${folder.key}`,
    ]);
  });

  it('KEEP-8: in a backup: restore names the copy and changes nothing', async () => {
    const { folder, path } = await dataFolder();
    const copy = join(folder, 'copy.db');
    executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['backup', copy]);
    expect(readFileSync(`${copy}.sha256`, 'utf8')).toMatch(/^[0-9a-f]{64} {2}copy\.db\n$/);
    flip(copy, readFileSync(copy).lastIndexOf(words(7)));
    await collectGarbage();
    const before = readFileSync(path);
    let line = '';
    try {
      executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['restore', copy]);
    } catch (error) {
      line = faultLine(error);
    }
    expect(line).toContain(`${copy} is damaged, its checksum is not the one in ${copy}.sha256`);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => /part|before/.test(name))).toEqual([]);
  });

  it.each(['whole', 'changes'])(
    'COPY-3: in a continuous copy (%s): restore names the piece',
    async (kind) => {
      const { second, say, copier, place, at, of, back } = await copiedPlace();
      await say();
      await second(2);
      await say();
      await copier.flush();
      const [name = ''] = of(kind);
      const bytes = place.read(name);
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1);
      place.write(name, bytes);
      expect(await faultOf(back(at.ms + 1_000))).toContain(name);
    },
  );
});

it('KEEP-8: restore takes a copy without a checksum, and says that there is none', async () => {
  const { folder, path } = await dataFolder();
  const copy = join(folder, 'copy.db');
  executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['backup', copy]);
  const alone = join(folder, 'alone.db');
  copyFileSync(copy, alone);
  await collectGarbage();
  expect(executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['restore', alone]).join('\n')).toContain(
    `There is no checksum ${alone}.sha256`,
  );
  await collectGarbage();
  expect(executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['restore', copy]).join('\n')).not.toContain(
    'no checksum',
  );
});

/** What a process that is killed leaves, with as many commits as it acknowledged. */
async function killed(commits: number): Promise<string> {
  const path = join(temporaryFolder(), 'data', 'parley.db');
  await putMigratedFile(path);
  const store = await opened(path);
  for (let n = 1; n <= commits; n += 1)
    await store.write((tx) => post(tx, HERE, { content: `said ${n}`, sentAtMs: 1_000 * n }));
  const left = join(temporaryFolder(), 'left', 'parley.db');
  mkdirSync(dirname(left));
  for (const end of ['', '-wal', '.count']) copyFileSync(path + end, left + end);
  return left;
}

const frameOf = (n: number): number => 32 + n * (24 + 4_096);

async function startedOn(path: string) {
  const lines: { readonly what: string; readonly facts: Readonly<Record<string, unknown>> }[] = [];
  const store = await opened(path, { write: (_level, what, facts = {}) => void lines.push({ what, facts }) });
  const left = (await store.read((tx) => tx.streams.get(HERE)))?.count ?? 0;
  return { store, left, lines };
}

describe('a damaged write-ahead log', () => {
  it.each([
    ['the page of a frame', (frames: number) => frameOf(frames >> 1) + 500],
    ['the salt of a frame', (frames: number) => frameOf(frames >> 1) + 9],
    ['the checksum of a frame', (frames: number) => frameOf(frames >> 1) + 17],
    ['its head', () => 17],
  ])('KEEP-9: one bit of %s: the log is kept, and a line says what is lost', async (_, place) => {
    const path = await killed(40);
    const frames = Math.floor((readFileSync(`${path}-wal`).length - 32) / (24 + 4_096));
    flip(`${path}-wal`, place(frames));
    const damaged = readFileSync(`${path}-wal`);
    const { store, left, lines } = await startedOn(path);
    expect(left).toBeLessThan(40);
    const [line] = lines;
    expect(line?.what).toBe(
      'the write-ahead log of the database is damaged: what came after the damage is lost',
    );
    const { commits, messages, since, kept, wayBack } = line?.facts ?? {};
    expect(messages).toBe(40 - left);
    expect(commits).toBeGreaterThanOrEqual(40 - left);
    expect(since).toMatch(left === 0 ? /^not known$/ : /^\d{4}-/);
    expect(readFileSync(String(kept)).equals(damaged)).toBe(true);
    expect(wayBack).toContain('copies restore --at 2');
    expect(lines).toHaveLength(1);
    // Numbers are not given again, and the next start finds nothing.
    await store.write((tx) => post(tx, HERE));
    await store.close();
    expect((await startedOn(path)).lines).toEqual([]);
  });

  it('KEEP-9: what a killed process left, also in the middle of a commit, is no damage', async () => {
    const path = await killed(40);
    const whole = readFileSync(`${path}-wal`);
    for (const cut of [0, 1, 2_000, 4_120, 9_000]) {
      const here = join(temporaryFolder(), 'cut', 'parley.db');
      mkdirSync(dirname(here));
      copyFileSync(path, here);
      writeFileSync(`${here}-wal`, whole.subarray(0, whole.length - cut));
      expect((await startedOn(here)).lines).toEqual([]);
      expect(readdirSync(dirname(here)).filter((name) => name.includes('damaged'))).toEqual([]);
    }
  });

  it('KEEP-9: a log that began anew over an older one is no damage', async () => {
    const path = join(temporaryFolder(), 'data', 'parley.db');
    await putMigratedFile(path);
    const store = await opened(path);
    for (let n = 0; n < 30; n += 1) await store.write((tx) => post(tx, HERE));
    const other = new SqliteConnection(path, { readOnly: false });
    other.execute('pragma wal_checkpoint(restart)');
    other.close();
    await store.write((tx) => post(tx, HERE));
    const left = join(temporaryFolder(), 'left', 'parley.db');
    mkdirSync(dirname(left));
    for (const end of ['', '-wal', '.count']) copyFileSync(path + end, left + end);
    const { lines, left: count } = await startedOn(left);
    expect([lines, count]).toEqual([[], 31]);
  });
});

it('CHECK-4: the slow look finds a damaged message, logs it once, and /readyz warns', async () => {
  const folder = await dataFolder();
  flip(folder.path, readFileSync(folder.path).lastIndexOf(`text${words(7)}`) + 8);
  const store = await opened(folder.path);
  const clock = createVirtualClock();
  const lines: string[] = [];
  const log: Log = {
    write: (level, what, facts) => void lines.push(`${level} ${what} ${String(facts?.['place'])}`),
  };
  const damage = new Damage();
  const core = { store, clock, log, damage, engineFaults: () => Promise.resolve([]) };
  const stop = startVerifying(core);
  for (let round = 0; round < 4; round += 1) {
    await clock.advance(jobLimits.verifyEveryMs);
    await store.read(() => Promise.resolve());
  }
  await stop();
  expect(lines).toEqual(['error a stored message is damaged 1-2: message 7']);
  const settings = { registration: 'open', wireTime: 's' } as const;
  const bus = createLocalBus();
  const { ready, warnings } = await readyCheck({ ...core, bus, peers: null, settings }).look();
  expect([ready, warnings]).toEqual([
    true,
    ['damaged messages in the database: 1, such as 1-2: message 7: run "npm run admin -- check"'],
  ]);
});

it('CHECK-2: older messages get digests after the start, and none is compared until then', async () => {
  const { path } = await dataFolder();
  const db = new SqliteConnection(path, { readOnly: false });
  db.execute(`update messages set digest = 5`);
  db.execute(`update schema_changes set state = 'filling', at = null where version = 73`);
  db.close();
  const store = await opened(path);
  const damaged = () => store.read((tx) => tx.checking.damagedMessages(0, 100));
  expect(await damaged()).toEqual([]);
  while ((await store.fillStep?.()) !== 'nothing');
  expect(await damaged()).toEqual([]);
  await store.close();
  const after = new SqliteConnection(path, { readOnly: true });
  expect(after.execute('select count(*) as n from messages where digest = 5')).toEqual([{ n: 0 }]);
  after.close();
});
