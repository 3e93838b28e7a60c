import { beforeEach, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { executeCopies } from '../../src/server/admin/copies.ts';
import { CopyCipher } from '../../src/server/copies/copy-cipher.ts';
import { drill } from '../../src/server/copies/drill.ts';
import { fileName } from '../../src/server/copies/file-rows.ts';
import { CopyStore } from '../../src/server/copies/copy-store.ts';
import { copyLimits } from '../../src/server/kernel/copy-limits.ts';
import { atEnd, faultOf, inBucket, inFolder, PLACES, SMALLER, smallerPieces } from '../support/copied.ts';
import { broughtBack, copiedFiles, digestOf, inHouse, noise } from '../support/copied-files.ts';
import { keys } from '../support/signed-storage.ts';

const REAL_PART = copyLimits.partBytes;
const PART = REAL_PART / SMALLER;
const DAY = 86_400_000;
const ALL = { shard: 0, mostBytes: Infinity };

describe.each(PLACES)('files copied to %s', { timeout: 120_000 }, (_, make) => {
  beforeEach(smallerPieces);

  it('COPY-10: files come back with the second that named them, of any length', async () => {
    const { second, at, send, unsend, copyFiles, backWithFiles, place, pieces } = await copiedFiles(make);
    const kinds = [1, 70_000, PART - 1, PART, 2 * PART + 5].map(noise);
    const old = [];
    for (const bytes of kinds.slice(0, 2)) old.push({ bytes, ...(await send(bytes)) });
    await second(11);
    await copyFiles();
    const sent = [...old];
    for (const bytes of kinds.slice(2)) sent.push({ bytes, ...(await send(bytes)) });
    await copyFiles();
    await second(11);
    const before = at.ms;
    const [first, ...rest] = sent as [(typeof sent)[0], ...typeof sent];
    await unsend(first);
    await second(11);
    await copyFiles();

    const then = await backWithFiles(before - 1_000);
    expect(then.files).toEqual({ files: 5, restoredCount: 5, there: 0, bytes: sizeOf(kinds), fault: null });
    for (const { key, bytes } of sent) expect(broughtBack(then.to, key)?.equals(bytes)).toBe(true);
    const now = await backWithFiles(at.ms);
    expect(now.files).toMatchObject({ files: 4, restoredCount: 4, fault: null });
    expect(broughtBack(now.to, first.key)).toBe(null);
    for (const { key, bytes } of rest) expect(broughtBack(now.to, key)?.equals(bytes)).toBe(true);
    // Neither their names nor their content reveals anything.
    expect(pieces()).toHaveLength(5 + 1 + 2);
    for (const { key, bytes } of sent) {
      expect(place.names().some((name) => name.includes(key))).toBe(false);
      if (bytes.length > 16)
        expect(pieces().some((name) => place.read(name).includes(bytes.subarray(0, 16)))).toBe(false);
    }
  });
});

// A place is used by the four calls of `CopyTarget` alone, which tests/contract/copy-targets.test.ts proves.
describe('files copied', { timeout: 120_000 }, () => {
  beforeEach(smallerPieces);

  it('COPY-10: each file is copied once for all its users, and not again at a start', async () => {
    const { send, addRow, copyFiles, newFiles, pieces, copyStore, at } = await copiedFiles();
    const bytes = noise(1_000);
    const { key } = await send(bytes);
    await copyFiles();
    const { bytesWritten } = copyStore;
    await addRow(key, { digest: digestOf(bytes), sizeBytes: bytes.length });
    await copyFiles();
    const again = newFiles();
    await copyFiles(again);
    await addRow(key, { digest: digestOf(bytes), sizeBytes: bytes.length });
    at.ms += 2 * DAY;
    await copyFiles(again);
    expect([pieces().length, copyStore.bytesWritten]).toEqual([1, bytesWritten]);
    expect(again.state).toMatchObject({ filesMs: at.ms, filesFault: null, filesFailures: 0 });
    expect(again.state.filesBytes).toBeGreaterThan(1_000);
  });

  it('COPY-10: a file that went is kept until no moment that can be had names it', async () => {
    const {
      second,
      at,
      send,
      unsend,
      copyFiles,
      newFiles,
      fileCopier,
      backWithFiles,
      pieces,
      place,
      target,
    } = await copiedFiles();
    const day = async (by?: ReturnType<typeof newFiles>) => {
      await second(11);
      await copyFiles(by);
      at.ms += DAY;
    };
    const stays = await send(noise(10));
    const goes = await send(noise(PART + 1));
    await day();
    const then = at.ms - DAY;
    await unsend(goes);
    for (let n = 0; n < 3; n += 1) {
      expect(pieces()).toHaveLength(3);
      expect((await backWithFiles(then)).files).toMatchObject({ files: 2, fault: null });
      // Also when another process looks each day.
      await day(newFiles());
    }
    target.keepsAll = true;
    for (let n = 0; n < 3; n += 1) await day();
    expect(pieces()).toHaveLength(3);
    expect(fileCopier.state.filesFault).toBe('what nobody needs cannot be taken away: EACCES: not allowed');
    target.keepsAll = false;
    await day();
    await day();
    expect(fileCopier.state.filesFault).toBe(null);
    await expect(backWithFiles(then)).rejects.toThrow('the first copy is of');
    expect(pieces()).toHaveLength(1);
    expect(place.names().filter((name) => name.endsWith('/gone'))).toEqual([]);
    const { to, files } = await backWithFiles(at.ms);
    expect(files).toMatchObject({ files: 1, fault: null });
    expect(broughtBack(to, stays.key)).toHaveLength(10);
  });

  it('COPY-10: a file that cannot be copied is reported with its number and blocks no other', async () => {
    const { second, at, send, copyFiles, newFiles, backWithFiles, pieces, place, folder, copyStore, copier } =
      await copiedFiles();
    for (let n = 0; n < 3; n += 1) await send(noise(20_000 + n));
    const long = await send(noise(PART + 9));
    await copyFiles();
    copier.askForSums();
    await second(22);
    const aside = join(folder, 'aside');
    expect((await drill(copyStore, aside, ALL)).files).toMatchObject({ files: 4, read: 4 });
    const part = pieces().find((name) => name.includes('.')) ?? '';
    const [small = ''] = pieces().filter((name) => !part.startsWith(name));
    const [bytes, whole] = [place.read(part), place.read(small)];

    place.remove(part);
    place.write(small, whole.subarray(0, -1));
    const { files, to } = await backWithFiles(at.ms);
    expect(files).toMatchObject({ files: 4, restoredCount: 2 });
    expect(files?.fault).toMatch(/^2 of 4 files did not come back as they were received \(file \d: /);
    expect(files?.fault).toContain(`file ${long.id}: ${part} is missing among the copies`);
    expect(files?.fault).toContain(`${small} was changed or cut off`);
    expect(readdirSync(join(to, 'files')).length).toBeGreaterThan(1);
    expect(await faultOf(drill(copyStore, aside, ALL))).toBe(
      `Nothing was copied: ${files?.fault?.replace(`${part} is`, 'it is')}`,
    );
    // A wrong piece in its place is rejected too.
    place.write(part, whole);
    place.write(small, whole);
    expect((await backWithFiles(at.ms)).files?.fault).toContain('was changed or cut off');
    // The comparison of all files finds the missing piece and copies it again.
    place.remove(part);
    await copyFiles(newFiles());
    expect(place.read(part)).toHaveLength(bytes.length);
    expect((await drill(copyStore, aside, ALL)).files).toMatchObject({ files: 4, read: 4 });
  });

  it('COPY-10: with another key all files are copied again', async () => {
    const { second, at, send, newFiles, copyFiles, backWithFiles, pieces, copyStore, newCopier } =
      await copiedFiles();
    const { key } = await send(noise(100));
    await copyFiles();
    const others = new CopyStore(copyStore.target, new CopyCipher('another key, as long as that'));
    await copyFiles(newFiles(others));
    expect(pieces()).toHaveLength(2);
    await second(11, newCopier(others));
    const { to, files } = await backWithFiles(at.ms, others);
    expect(files).toMatchObject({ files: 1, fault: null });
    expect(broughtBack(to, key)).toHaveLength(100);
  });

  it('COPY-10: while the target is away files wait, and are copied afterwards', async () => {
    const { at, send, copyFiles, target, fileCopier, pieces } = await copiedFiles();
    await copyFiles();
    const { filesMs } = fileCopier.state;
    target.fault = new Error('ENOSPC: no space left on device');
    for (const length of [5, PART + 5]) await send(noise(length));
    for (let n = 0; n < 60; n += 1) {
      await copyFiles();
      at.ms += 10_000;
    }
    expect(fileCopier.state).toMatchObject({ filesMs, filesFault: 'ENOSPC: no space left on device' });
    // After 10 s, 20 s, 40 s … at most 5 minutes.
    expect(fileCopier.state.filesFailures).toBe(6);
    target.fault = null;
    at.ms += 300_000;
    await copyFiles();
    expect(fileCopier.state).toMatchObject({ filesMs: at.ms, filesFault: null });
    expect(pieces()).toHaveLength(3);
  });
});

it.each([
  ['small', 50],
  ['large', PART + 5],
])('COPY-10, OPS-16: a %s file that the target refuses blocks no other', async (_, length) => {
  atEnd(smallerPieces());
  const { at, send, copyStore, copyFiles, newFiles, pieces } = await copiedFiles();
  const refused = await send(noise(length));
  const copier = newFiles(
    Object.assign(Object.create(copyStore) as CopyStore, {
      writeLong: (base: string, ...rest: [never, never]) => {
        if (base === fileName(copyStore, refused)) throw new Error('too strange');
        return copyStore.writeLong(base, ...rest);
      },
    }),
  );
  for (let n = 0; n < 3; n += 1) await send(noise(length));
  for (let n = 0; n < 8; n += 1) {
    await copyFiles(copier);
    at.ms += copyLimits.againMaxMs;
    if (n === 3) await send(noise(length));
  }
  const each = length > PART ? 2 : 1;
  expect([pieces().length, copier.state.filesFault]).toEqual([4 * each, 'too strange']);
});

it('COPY-10: a file that cannot be read at its source is reported, and copied once it can be', async () => {
  const { at, send, addRow, files, store, copyFiles, fileCopier, pieces } = await copiedFiles();
  await copyFiles();
  const bytes = noise(50);
  const lost = await send(bytes, `00${noise(15).toString('hex')}`);
  await files.remove(lost.key);
  const swept = await send(noise(60));
  await send(noise(70));
  await files.remove(swept.key);
  await store.write((tx) => tx.files.delete(swept.id));
  const short = await addRow(lost.key.replace(/^../, 'ff'), { digest: '', sizeBytes: 10 });
  await copyFiles();
  expect(pieces()).toHaveLength(1);
  expect(fileCopier.state).toMatchObject({
    filesMs: at.ms,
    filesFault: `2 cannot be read: file ${lost.id}, its bytes are gone`,
  });
  await store.write((tx) => tx.files.delete(short));
  const incoming = await files.receive();
  await incoming.write(bytes);
  await incoming.end();
  await incoming.keep(lost.key, 'image/png');
  at.ms += 300_000;
  await copyFiles();
  expect([pieces().length, fileCopier.state.filesFault]).toEqual([2, null]);
});

it('COPY-10: a drill looks for every file, and reads some through, the next ones the next time', async () => {
  const { second, at, send, copyFiles, copier, copyStore, folder, pieces, place } =
    await copiedFiles(inFolder);
  for (const start of ['00', '01', '07', 'fe', 'ff'])
    await send(noise(100), start + noise(15).toString('hex'));
  await copyFiles();
  copier.askForSums();
  await second(2);
  const aside = join(folder, 'aside');
  const read = [];
  for (let shard = 0; read.length < 4;) {
    const { files } = await drill(copyStore, aside, { shard, mostBytes: 150 });
    read.push([files?.files, files?.read, files?.nextShard]);
    shard = files?.nextShard ?? 0;
  }
  expect(read).toEqual([
    [5, 2, 2],
    [5, 2, 255],
    [5, 2, 1],
    [5, 2, 8],
  ]);
  const executeCommand = (...words: string[]) =>
    executeCopies({ copyStore, files: inHouse, epoch: '', aside }, words);
  expect((await executeCommand('drill'))[1]).toBe('All 5 files match the received ones, by checksum.');
  place.remove(pieces()[4] ?? '');
  await expect(drill(copyStore, aside, { shard: 0, mostBytes: 1 })).rejects.toThrow('it is missing among');
  // All but the one is there then, and the command has failed.
  const to = join(folder, 'lacking');
  const lacking = executeCommand('restore', '--at', new Date(at.ms).toISOString(), '--to', to);
  await expect(lacking).rejects.toThrow(/Restored 4 files .*Problem: 1 of 5 files did not come back/s);
  expect(existsSync(to)).toBe(true);
});

it('COPY-10: files in a bucket are copied as well, and those that it lacks are put back there', async () => {
  const place = await inBucket();
  const { storage } = place;
  const bucket = { ...keys, endpoint: storage.endpoint };
  const { second, at, send, unsend, copyFiles, fileCopier, folder, copyStore } = await copiedFiles(
    () => Promise.resolve(place),
    bucket,
  );
  const [stays, goes] = [await send(noise(300)), await send(noise(REAL_PART + 3))];
  await copyFiles();
  expect(fileCopier.state.filesFault).toBe(null);
  await second(11);
  const [then, before] = [at.ms, storage.objects.get(`/bucket/${goes.key}`)?.bytes];
  await unsend(goes);
  await second(11);
  expect(storage.objects.has(`/bucket/${goes.key}`)).toBe(false);
  const time = new Date(then - 1_000).toISOString();
  const toBucket = { copyStore, files: { bucket }, epoch: '', aside: '' };
  const put = await executeCopies(toBucket, ['restore', '--at', time, '--to', join(folder, 'back')]);
  expect(put[1]).toBe(`Restored 1 files (${REAL_PART + 3} bytes) to the storage, 1 were there.`);
  const after = storage.objects.get(`/bucket/${goes.key}`);
  expect([after?.type, after && before?.equals(after.bytes)]).toEqual(['image/png', true]);
  expect(storage.objects.has(`/bucket/${stays.key}`)).toBe(true);
  // On a machine that knows nothing of the bucket they come into the folder.
  const to = join(folder, 'elsewhere');
  const copying = { copyStore, files: inHouse, epoch: '', aside: '' };
  const lines = await executeCopies(copying, ['restore', '--at', time, '--to', to]);
  expect(lines.slice(1)).toEqual([
    `Restored 2 files (${REAL_PART + 303} bytes).`,
    'The database was opened and read through. Start with this folder as DATA_DIR.',
  ]);
  expect(broughtBack(to, goes.key)).toHaveLength(REAL_PART + 3);
});

const sizeOf = (all: readonly Buffer[]): number => all.reduce((sum, { length }) => sum + length, 0);
