import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createFetchHttp } from '../../src/client/browser/fetch-adapter.ts';
import { duration } from '../../src/domain/limits.ts';
import { browserIds, browserRandom } from '../../src/client/browser/system-adapter.ts';
import { createIndexedDbRecords } from '../../src/client/browser/indexeddb-adapter.ts';
import { createLeaseLock } from '../../src/client/persistence/lease-lock.ts';
import { createLocalSettings } from '../../src/client/browser/local-storage-adapter.ts';
import { createMemoryLock, createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { RecordsPort, TabLockPort } from '../../src/ports/storage.ts';
import { countingIds } from '../support/counting-ids.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const isTwo = (current: unknown): boolean => (current as { n: number } | undefined)?.n === 2;

const hold = (lock: TabLockPort, log: string[], tab: string, steal = false) =>
  lock.hold(
    '7',
    async (lost) => {
      log.push(`${tab} has it`);
      await lost;
      log.push(`${tab} lost it`);
    },
    { steal },
  );

const never = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

const turn = () => new Promise<void>((done) => setImmediate(done));

describe.each([
  ['a database of the browser', () => createIndexedDbRecords()],
  ['memory', () => createMemoryProfile().records],
] as const)('records in %s', (name, make) => {
  const user = `of ${name}`;

  it('STORE-5: a write is one transaction: everything, or nothing if the condition fails', async () => {
    const records: RecordsPort = make();
    expect(
      await records.write(user, [
        { store: 'meta', key: 'a', value: { n: 1 } },
        { store: 'windows', key: 'w', value: [1] },
      ]),
    ).toBe(true);
    expect(
      await records.write(user, [{ store: 'windows', key: 'w', value: [2] }], {
        store: 'meta',
        key: 'a',
        condition: isTwo,
      }),
    ).toBe(false);
    expect(await records.read(user, 'windows', 'w')).toEqual([1]);
    expect(
      await records.write(user, [{ store: 'meta', key: 'a', value: undefined }], {
        store: 'windows',
        key: 'w',
        condition: (current) => Array.isArray(current),
      }),
    ).toBe(true);
    expect(await records.read(user, 'meta', 'a')).toBeUndefined();
  });

  it('STORE-5: a value that cannot be stored fails the whole write', async () => {
    const records: RecordsPort = make();
    const bad = [
      { store: 'outbox', key: 'good', value: 1 },
      { store: 'outbox', key: 'bad', value: () => 1 },
    ];
    await expect((async () => records.write(user, bad))()).rejects.toThrow();
  });

  it('SESS-3: a wipe removes the data of one user only', async () => {
    const records: RecordsPort = make();
    await records.write(user, [
      { store: 'outbox', key: 'b', value: 2 },
      { store: 'outbox', key: 'a', value: 1 },
    ]);
    await records.write(`${user} too`, [{ store: 'outbox', key: 'a', value: 3 }]);
    expect([...(await records.readAll(user, 'outbox'))]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await records.wipe(user);
    expect((await records.readAll(user, 'outbox')).size).toBe(0);
    expect(await records.read(`${user} too`, 'outbox', 'a')).toBe(3);
  });
});

it('STORE-16: a newer build in another tab makes the older page reload, and one that starts later keeps its own beside', async () => {
  let reloads = 0;
  const older = createIndexedDbRecords(() => void (reloads += 1));
  await older.write('both', [{ store: 'outbox', key: 'a', value: 1 }]);
  const newer = await openDB('parley-both', 99);
  expect(reloads).toBe(1);
  newer.close();
  const later = createIndexedDbRecords(() => void (reloads += 1));
  await later.write('both', [{ store: 'outbox', key: 'b', value: 2 }]);
  expect([...(await later.readAll('both', 'outbox')).keys()]).toEqual(['b']);
  expect([await later.isBeside?.('both'), await later.isBeside?.('another')]).toEqual([true, false]);
  await later.wipe('both');
  const left = (await indexedDB.databases()).flatMap(({ name = '' }) =>
    name.includes('-both') ? [name] : [],
  );
  expect(left).toEqual([]);
  expect((await later.readAll('both', 'outbox')).size).toBe(0);
  expect(reloads).toBe(1);
});

it('SESS-3: a page whose database another tab wiped continues with an empty one', async () => {
  const [here, there] = [createIndexedDbRecords(), createIndexedDbRecords()];
  await here.write('shared', [{ store: 'outbox', key: 'a', value: 1 }]);
  await there.wipe('shared');
  expect((await here.readAll('shared', 'outbox')).size).toBe(0);
  await here.write('shared', [{ store: 'outbox', key: 'b', value: 2 }]);
  expect([...(await there.readAll('shared', 'outbox')).keys()]).toEqual(['b']);
});

it('STORE-5: a database write that was refused half-way leaves nothing behind', async () => {
  const records = createIndexedDbRecords();
  await expect(
    records.write('half', [
      { store: 'outbox', key: 'good', value: 1 },
      { store: 'outbox', key: 'bad', value: () => 1 },
    ]),
  ).rejects.toThrow();
  expect((await records.readAll('half', 'outbox')).size).toBe(0);
});

describe('settings of the browser', () => {
  it('STORE-13: a setting without room is readable while the page lives, and stored once there is room', () => {
    const storage = new Map<string, string>();
    let full = false;
    const localStorage = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (full && key !== '__parley') throw new Error('no room');
        storage.set(key, value);
      },
      removeItem: (key: string) => void storage.delete(key),
    };
    vi.stubGlobal('window', { localStorage });
    const settings = createLocalSettings();
    settings.set('draft', 'half');
    full = true;
    settings.set('draft', 'half a word');
    settings.set('other', 'new');
    expect([settings.get('draft'), settings.get('other'), settings.keys().includes('other')]).toEqual([
      'half a word',
      'new',
      true,
    ]);
    full = false;
    settings.set('draft', 'whole');
    expect([settings.get('draft'), storage.get('draft')]).toEqual(['whole', 'whole']);
    settings.set('other', null);
    expect(settings.get('other')).toBeNull();
  });
});

describe('a lock for one tab at a time', () => {
  it("STORE-12: without the browser's locks a lease record does it: renewed, lost when not renewed, stolen at once", async () => {
    const [clock, records] = [createVirtualClock(), createMemoryProfile().records];
    const tab = () => createLeaseLock({ clock, ids: countingIds(), records });
    const log: string[] = [];
    const endA = hold(tab(), log, 'a');
    await clock.advance(0);
    const endB = hold(tab(), log, 'b');
    await clock.advance(60_000);
    expect(log).toEqual(['a has it']);
    endA();
    await clock.advance(2_000);
    expect(log).toEqual(['a has it', 'a lost it', 'b has it']);
    const endC = hold(tab(), log, 'c', true);
    await clock.advance(2_000);
    expect(log.slice(3).toSorted()).toEqual(['b lost it', 'c has it']);
    endB();
    endC();
    await clock.advance(10_000);
    expect(clock.pending()).toBe(0);
  });

  it('STORE-12: a tab that froze loses its lease after 5 s', async () => {
    const { records } = createMemoryProfile();
    const [frozen, live] = [createVirtualClock(), createVirtualClock()];
    const log: string[] = [];
    hold(createLeaseLock({ clock: frozen, ids: countingIds(), records }), log, 'frozen');
    await frozen.settle();
    hold(createLeaseLock({ clock: live, ids: countingIds(), records }), log, 'live');
    await live.advance(4_000);
    expect(log).toEqual(['frozen has it']);
    await live.advance(2_000);
    expect(log).toEqual(['frozen has it', 'live has it']);
    await frozen.advance(8_000);
    expect(log).toEqual(['frozen has it', 'live has it', 'frozen lost it']);
  });

  it.each([-duration.HOUR, duration.HOUR])(
    'TIME-3: a lease is neither kept nor lost by a clock that is corrected by %i ms',
    async (correction) => {
      const { records } = createMemoryProfile();
      const [first, second] = [createVirtualClock(), createVirtualClock()];
      const log: string[] = [];
      const end = hold(createLeaseLock({ clock: first, ids: countingIds(), records }), log, 'first');
      await first.settle();
      hold(createLeaseLock({ clock: second, ids: countingIds(), records }), log, 'second');
      const bothGoOn = async (ms: number) => {
        for (let at = 0; at < ms; at += 1_000)
          for (const clock of [first, second]) await clock.advance(1_000);
      };
      await bothGoOn(4_000);
      first.jump(correction);
      await bothGoOn(20_000);
      expect(log).toEqual(['first has it']);
      // The first tab dies without a word.
      second.jump(correction);
      await second.advance(8_000);
      expect(log).toEqual(['first has it', 'second has it']);
      end();
    },
  );

  it('STORE-12: the memory lock queues, steals and passes on', async () => {
    const lock = createMemoryLock();
    const log: string[] = [];
    const endA = hold(lock, log, 'a');
    const endB = hold(lock, log, 'b');
    await turn();
    hold(lock, log, 'c', true)();
    await turn();
    endB();
    endA();
    await turn();
    expect(log[0]).toBe('a has it');
    expect(log.filter((line) => line.endsWith('has it')).length).toBe(
      log.filter((line) => line.endsWith('lost it')).length,
    );
  });
});

describe('requests of the browser', () => {
  const request = {
    path: '/x',
    method: 'POST',
    headers: { authorization: 't' },
    body: '{}',
    timeoutMs: 5,
  } as const;

  it('ERR-6: an answer that does not come in time is a time-out, also while its body is read', async () => {
    vi.stubGlobal('fetch', (_: Request, init: RequestInit) => never(init.signal));
    expect(await createFetchHttp('http://parley.test').send(request)).toEqual({ kind: 'timeout' });
    vi.stubGlobal('fetch', async (_: Request, init: RequestInit) => ({
      status: 200,
      text: () => never(init.signal),
    }));
    expect(await createFetchHttp('http://parley.test').send(request)).toEqual({ kind: 'timeout' });
  });

  it('ERR-1, ERR-2: offline sends no request; a malformed request and a broken one give different results', async () => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', (made: Request) => {
      requests.push(made.url);
      return Promise.reject(new TypeError('refused'));
    });
    const http = createFetchHttp('http://parley.test');
    expect(await http.send(request)).toEqual({ kind: 'broken' });
    expect(await http.send({ ...request, headers: { authorization: 'bad\nheader' } })).toEqual({
      kind: 'setup',
    });
    vi.stubGlobal('navigator', { onLine: false });
    expect(await http.send(request)).toEqual({ kind: 'offline' });
    expect(requests).toEqual(['http://parley.test/x']);
  });

  it('ERR-2: any status is an answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('oops', { status: 500 })));
    expect(await createFetchHttp('http://parley.test').send(request)).toEqual({
      kind: 'answer',
      status: 500,
      text: 'oops',
    });
  });
});

describe('chance', () => {
  it("SEND-16: ids are UUIDs that begin with the time, the rest from the system's generator, and never repeat", () => {
    const from = Date.now();
    const ids = Array.from({ length: 500 }, () => browserIds.uuid());
    const to = Date.now();
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const madeMs = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
      expect(madeMs >= from && madeMs <= to).toBe(true);
    }
    expect(new Set(ids.map((id) => id.slice(14))).size).toBe(500);
    expect(browserIds.hex(10)).toMatch(/^[0-9a-f]{20}$/);
  });

  it('SOCK-8: draws are spread over [0, 1)', () => {
    const draws = Array.from({ length: 2_000 }, () => browserRandom.next());
    for (const draw of draws) expect(draw >= 0 && draw < 1).toBe(true);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      expect(draws.some((draw) => Math.floor(draw * 10) === tenth)).toBe(true);
    }
  });
});
