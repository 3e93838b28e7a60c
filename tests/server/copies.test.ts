import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executeCopies } from '../../src/server/admin/copies.ts';
import { CopyCipher } from '../../src/server/copies/copy-cipher.ts';
import { CopyStore } from '../../src/server/copies/copy-store.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import {
  atEnd,
  copiedPlace,
  faultOf,
  HERE,
  opened,
  PLACES,
  smallerPieces,
  START,
} from '../support/copied.ts';
import { happen } from '../support/store-rows.ts';

describe.each(PLACES)('copies in %s', { timeout: 120_000 }, (_, make) => {
  it('COPY-1: written data is restored as it was at each second', async () => {
    const { second, say, headAt, copier } = await copiedPlace(make);
    await say();
    await second();
    for (let n = 0; n < 25; n += 1) {
      await say();
      await second();
    }
    await copier.flush();
    const heads = [];
    for (const after of [1, 2, 9, 10, 11, 24]) heads.push(await headAt(START + after * 1_000 + 500));
    expect(heads).toEqual([2, 3, 10, 11, 12, 25]);
  });

  it('COPY-7: each second of so many days can be had, and what none of them needs goes', async () => {
    const { second, say, of, at, headAt } = await copiedPlace(make);
    const days: number[] = [];
    for (let day = 0; day < 7; day += 1) {
      await say();
      await second(12);
      days.push(at.ms);
      at.ms += 86_400_000;
    }
    expect(of('whole')).toHaveLength(4);
    // The log begins again between the days, so no whole copy needs earlier data (DATA-12).
    expect(of('changes')).toHaveLength(4);
    expect(await headAt(days[3] ?? 0)).toBe(4);
    expect(await headAt(days[6] ?? 0)).toBe(7);
    await expect(headAt(days[0] ?? 0)).rejects.toThrow('the first copy is of');
  });

  it('COPY-4: the commands say what can come back, and restore it as another history', async () => {
    const { second, say, copyStore, folder, at, store } = await copiedPlace(make);
    const executeCommand = (...words: string[]) =>
      executeCopies({ copyStore, files: null, epoch: 'another', aside: join(folder, 'aside') }, words);
    expect(await executeCommand('list')).toEqual(['No usable copy exists yet.']);
    await expect(
      executeCommand('restore', '--at', '2026-11-24T03:00:00Z', '--to', join(folder, 'new')),
    ).rejects.toThrow('there is no whole copy');
    await say();
    await second(11);
    expect(await executeCommand('list')).toEqual([
      expect.stringMatching(/^2026-11-24T03:00:00\.000Z to 2026-11-24T03:00:\d\d\.000Z, whole 1 times$/),
    ]);
    const to = join(folder, 'new');
    const lines = await executeCommand('restore', '--at', new Date(at.ms).toISOString(), '--to', to);
    expect(lines[0]).toBe(
      `Restored 0 users and 0 messages into ${to}. The last change is from 2026-11-24T03:00:00.000Z.`,
    );
    expect(await (await opened(join(to, 'parley.db'))).epoch()).toBe('another');
    expect(await store.epoch()).not.toBe('another');
    await expect(executeCommand('restore', '--at', '2026-11-24T03:00:00Z', '--to', to)).rejects.toThrow(
      `there is ${to} already`,
    );
    await expect(
      executeCommand('restore', '--at', '2026-11-24T02:00:00Z', '--to', `${to}-2`),
    ).rejects.toThrow('the first copy is of 2026-11-24T03:00:00.000Z');
    await expect(executeCommand('restore', '--at', '2026-11-24T03:00:00', '--to', to)).rejects.toThrow(
      '--at must look like',
    );
    await expect(executeCommand('restore', '--to', to)).rejects.toThrow('Missing: --at');
    await expect(
      executeCopies({ copyStore: null, files: null, epoch: '', aside: '' }, ['list']),
    ).rejects.toThrow('Set COPIES_DIR');
  });
});

// A place is used by the four calls of `CopyTarget` alone, which tests/contract/copy-targets.test.ts proves.
describe('copies', { timeout: 120_000 }, () => {
  it('COPY-1: nothing is lost when the log of the database begins again, many times', async () => {
    atEnd(smallerPieces());
    const { path, second, say, headAt, copier, of, store } = await copiedPlace();
    await second();
    const writer = new SqliteConnection(path, { readOnly: false });
    atEnd(() => writer.close());
    writer.execute('create table filler (bytes blob)');
    const salts = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      await say(3);
      for (let m = 0; m < 4; m += 1) writer.execute('insert into filler values (randomblob(150000))');
      writer.execute('delete from filler');
      await second(10);
      await say();
      salts.add(readFileSync(`${path}-wal`).toString('hex', 16, 24));
    }
    expect(salts.size).toBeGreaterThan(2);
    expect(statSync(`${path}-wal`).size).toBeLessThan(3_750_000);
    expect(of('whole')).toHaveLength(1);
    await copier.flush();
    expect(await headAt(START + 1e9)).toBe(20);
    expect((await store.read((tx) => tx.streams.get(HERE)))?.head).toBe(20);
  });

  it('COPY-1: while another process writes without a pause, the log still begins again', async () => {
    const { path, second, at, copier, headAt, store } = await copiedPlace();
    await second();
    const work = { stops: false };
    let sentCount = 0;
    const writing = (async () => {
      while (!work.stops) {
        await Promise.all(Array.from({ length: 20 }, () => store.write((tx) => happen(tx, HERE))));
        sentCount += 20;
      }
    })();
    const salts = new Set<string>();
    while (salts.size < 4) {
      at.ms += 10_000;
      while (!(await copier.turn()));
      salts.add(readFileSync(`${path}-wal`).toString('hex', 16, 24));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    work.stops = true;
    await writing;
    await copier.flush();
    // Moments within one millisecond differ by a sequence number.
    expect(await headAt(at.ms + 1_000)).toBe(sentCount);
  });

  it('COPY-1: a long write during the end of a whole copy loses nothing from it', async () => {
    atEnd(smallerPieces());
    const { path, second, say, at, copier, headAt, of } = await copiedPlace();
    await say();
    const writer = new SqliteConnection(path, { readOnly: false });
    atEnd(() => writer.close());
    writer.execute('create table filler (bytes blob)');
    writer.execute('insert into filler values (randomblob(1250000))');
    writer.execute('pragma wal_checkpoint(truncate)');
    expect(await copier.turn()).toBe(false);
    for (let n = 0; n < 5; n += 1) writer.execute('insert into filler values (randomblob(150000))');
    writer.execute('begin immediate');
    while (!(await copier.turn()));
    writer.execute('rollback');
    await say();
    await second(11);
    expect(of('whole')).toHaveLength(1);
    expect(await headAt(at.ms)).toBe(2);
  });

  it('COPY-2: whatever else empties the log, a new series begins with a whole copy', async () => {
    const { path, second, say, of, at, copier, headAt, back } = await copiedPlace();
    await say();
    await second(2);
    const before = at.ms;
    copier.stop();
    await say();
    const other = new SqliteConnection(path, { readOnly: false });
    other.execute('pragma wal_checkpoint(truncate)');
    other.close();
    at.ms += 60_000;
    await say();
    await second(2);
    expect(of('whole')).toHaveLength(2);
    expect(await headAt(at.ms)).toBe(3);
    expect(await headAt(before)).toBe(1);
    expect((await back(before + 1_000)).missingFromMs).toBe(null);
  });

  it('COPY-2: a process that ends during a copy leaves usable copies; a series follows', async () => {
    const { target, second, say, newCopier, headAt, at, of } = await copiedPlace();
    await say();
    await second(11);
    const good = at.ms;
    for (const whole of [0, 1]) {
      await say();
      at.ms += 10_000;
      const next = newCopier();
      // Imitates kill -9: the piece is missing, and so is everything after it.
      await new Promise<void>((resolve) => {
        target.stops = { left: whole, resolve };
        void next.turn();
      });
      target.stops = null;
      expect(await headAt(good)).toBe(1);
    }
    const last = newCopier();
    await second(2, last);
    expect(await headAt(at.ms)).toBe(3);
    expect(of('whole').length).toBeGreaterThan(1);
  });

  it('COPY-5: while the target is full or away the server continues, and copies afterwards', async () => {
    const { target, second, say, headAt, at, copier, of } = await copiedPlace();
    await say();
    await second(12);
    target.fault = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    await say();
    const { copiedMs } = copier.state;
    await second(90);
    expect(copier.state).toMatchObject({ fault: 'ENOSPC: no space left on device', copiedMs });
    await say();
    target.fault = null;
    await second(120);
    expect(copier.state.fault).toBe(null);
    expect(of('whole')).toHaveLength(1);
    expect(await headAt(at.ms)).toBe(3);
  });

  it('COPY-2: a commit whose end was not copied is not restored at all', async () => {
    atEnd(smallerPieces());
    const { path, second, say, of, at, headAt, back, place } = await copiedPlace();
    await say();
    await second(11);
    const good = of('changes').length;
    const writer = new SqliteConnection(path, { readOnly: false });
    atEnd(() => writer.close());
    writer.execute('create table filler (bytes blob)');
    await second(10);
    const made = of('changes').length;
    writer.execute('insert into filler values (randomblob(2500000))');
    await second(10);
    const pieces = of('changes').slice(made);
    expect([good, pieces.length]).toEqual([1, 3]);
    const aside = pieces.map((piece) => [piece, place.read(piece)] as const);
    for (const piece of pieces.toReversed()) {
      place.remove(piece);
      const { to } = await back(at.ms);
      const match = new SqliteConnection(join(to, 'parley.db'), { readOnly: true });
      atEnd(() => match.close());
      expect(match.execute('select count(*) as many from filler')).toEqual([{ many: 0 }]);
    }
    for (const [piece, bytes] of aside) place.write(piece, bytes);
    const { to } = await back(at.ms);
    expect(statSync(join(to, 'parley.db')).size).toBeGreaterThan(2_500_000);
    expect(await headAt(at.ms)).toBe(1);
  });

  it('COPY-7: if nothing can be removed, copying continues and the log reports it', async () => {
    const { second, say, of, at, copier, headAt, target } = await copiedPlace();
    target.keepsAll = true;
    for (let day = 0; day < 5; day += 1) {
      await say();
      await second(12);
      at.ms += 86_400_000;
    }
    for (let n = 0; n < 3; n += 1) {
      await say();
      await second(11);
      // The delay stays within the usual limit, after any number of failures.
      expect(at.ms - copier.state.copiedMs).toBeLessThan(11_000);
      expect(copier.state.fault).toBe('what nobody needs cannot be taken away: EACCES: not allowed');
    }
    expect(await headAt(at.ms)).toBe(8);
    const storedCount = of('whole').length;
    target.keepsAll = false;
    await second(301);
    expect(copier.state.fault).toBe(null);
    expect(of('whole').length).toBeLessThan(storedCount);
  });

  it('COPY-3: a piece that was cut off, changed, swapped or taken away is named', async () => {
    const { second, say, of, back, folder, at, copyStore, place } = await copiedPlace();
    for (let n = 0; n < 4; n += 1) {
      await say();
      await second(10);
    }
    const [first = '', next = '', third = ''] = of('changes');
    const whole = of('whole')[0] ?? '';
    for (const name of [first, next, whole]) {
      const bytes = place.read(name);
      const line = `Nothing was copied: ${name} was changed or cut off, or COPIES_KEY is another one`;
      const changed = Buffer.from(bytes);
      changed[60] = (changed[60] ?? 0) ^ 1;
      const longer = Buffer.concat([bytes, Buffer.from('x')]);
      const shorter = [0, 7, 40, bytes.length - 1].map((length) => bytes.subarray(0, length));
      for (const other of [...shorter, changed, longer]) {
        place.write(name, other);
        expect(await faultOf(back(at.ms))).toBe(line);
      }
      place.write(name, bytes);
    }
    const [two, three] = [place.read(next), place.read(third)];
    place.write(next, three);
    place.write(third, two);
    expect(await faultOf(back(at.ms))).toContain('was changed or cut off');
    place.write(next, two);
    place.write(third, three);
    place.remove(next);
    expect(await faultOf(back(at.ms))).toMatch(
      /^Nothing was copied: number 2 of the changes of series-\S+ is missing/,
    );
    place.write(next, two);
    const others = new CopyStore(copyStore.target, new CopyCipher('another key, as long as that'));
    expect(await faultOf(back(at.ms, others))).toContain('or COPIES_KEY is another one');
    expect(readdirSync(folder).filter((name) => name.startsWith('back-'))).toEqual([]);
    expect((await back(at.ms)).users).toBe(0);
  });

  it('COPY-4: the list fails with a key that opens no copy, and names the key', async () => {
    const { second, say, copyStore, folder } = await copiedPlace();
    const list = (key: string) => {
      const opened = new CopyStore(copyStore.target, new CopyCipher(key));
      return executeCopies({ copyStore: opened, files: null, epoch: 'x', aside: join(folder, 'aside') }, [
        'list',
      ]);
    };
    expect(await list('another key, as long as that')).toEqual(['No usable copy exists yet.']);
    await say();
    await second(11);
    await expect(list('another key, as long as that')).rejects.toThrow(
      /^The copies cannot be read: series-\S+ was changed or cut off, or COPIES_KEY is another one$/,
    );
  });
});
