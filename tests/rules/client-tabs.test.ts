import { describe, expect, it } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createLeaseLock } from '../../src/client/persistence/lease-lock.ts';
import { nothing } from '../../src/client/kernel/lazy.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { readStored } from '../../src/client/persistence/records.ts';
import { createTabHolder } from '../../src/client/persistence/tab-holder.ts';
import { REDUCER_VERSION } from '../../src/client/state/snapshot.ts';
import type { RecordsPort, TabLockPort } from '../../src/ports/storage.ts';
import { countingIds } from '../support/counting-ids.ts';
import { fakePage } from '../support/fake-page.ts';
import { gate } from '../support/gate.ts';

/** A lock that the test grants and revokes, with its waiting and holding tabs. */
function makeLock() {
  const claims: { readonly steal: boolean; isOver: boolean; give(): void; take(): void }[] = [];
  const lock: TabLockPort = {
    hold: (_, held, { steal }) => {
      let take = nothing;
      const lost = new Promise<void>((resolve) => (take = resolve));
      const claim = { steal, isOver: false, give: () => void held(lost), take };
      claims.push(claim);
      return () => {
        claim.isOver = true;
        take();
      };
    },
  };
  return { lock, claims };
}
const turn = () => new Promise<void>((done) => setImmediate(done));

describe('tabs beside one another', () => {
  it('STORE-12: a tab has one claim on the lock at a time, and none once it is closed', async () => {
    const { lock, claims } = makeLock();
    const device = fakePage({ isVisible: false });
    const reports: boolean[] = [];
    const holder = createTabHolder({ lock, device, name: '7', onHold: (on) => reports.push(on) });
    const open = () => claims.flatMap(({ isOver, steal }) => (isOver ? [] : [steal]));
    expect(open()).toEqual([false]);
    device.setVisible(true);
    expect(open()).toEqual([true]);
    claims.at(-1)?.give();
    device.setVisible(false);
    device.setVisible(true);
    expect([open(), holder.isHolder()]).toEqual([[true], true]);
    claims.at(-1)?.take();
    await turn();
    expect([open(), holder.isHolder(), reports]).toEqual([[false], false, [true, false]]);
    claims.at(-1)?.give();
    holder.stop();
    expect([holder.isHolder(), reports.length]).toEqual([false, 4]);
    device.setVisible(false);
    device.setVisible(true);
    await turn();
    expect([open(), reports, claims.length]).toEqual([[], [true, false, true, false], 3]);
  });

  it('STORE-12: a tab that is closed before it has the lock does not take it', () => {
    const { lock, claims } = makeLock();
    const reports: boolean[] = [];
    const readHeld = (on: boolean) => reports.push(on);
    createTabHolder({ lock, device: fakePage(), name: '7', onHold: readHeld }).stop();
    claims[0]?.give();
    expect(reports).toEqual([]);
  });

  it('STORE-12: a lease that comes after the tab gave up is not taken, and leaves no timer', async () => {
    const clock = createVirtualClock();
    const { records } = createMemoryProfile();
    const slow = gate();
    const write: RecordsPort['write'] = (...given) => slow.passed.then(() => records.write(...given));
    const lock = createLeaseLock({ clock, ids: countingIds(), records: { ...records, write } });
    let has = 0;
    const end = lock.hold('7', () => Promise.resolve(void (has += 1)), { steal: false });
    end();
    slow.open();
    await clock.advance(10_000);
    expect([has, clock.pending()]).toEqual([0, 0]);
    expect((await records.readAll('7', 'lease')).size).toBe(0);
  });

  it('STORE-12: a tab that lost its lease leaves it to the tab that has it', async () => {
    const { records } = createMemoryProfile();
    const [frozen, live] = [createVirtualClock(), createVirtualClock()];
    const tab = (clock: VirtualClock, name: string) =>
      createLeaseLock({ clock, ids: { ...countingIds(), hex: () => name }, records }).hold(
        '7',
        (lost) => (log.push(`${name} has it`), lost.then(() => void log.push(`${name} lost it`))),
        { steal: false },
      );
    const log: string[] = [];
    const holder = async () =>
      ((await records.read('7', 'lease', 'lease')) as { holder?: string } | undefined)?.holder;
    const endFrozen = tab(frozen, 'a');
    await frozen.settle();
    const endLive = tab(live, 'b');
    await live.advance(8_000);
    expect([log, await holder()]).toEqual([['a has it', 'b has it'], 'b']);
    // It closes before it has looked.
    endFrozen();
    await frozen.advance(10_000);
    expect([log, await holder()]).toEqual([['a has it', 'b has it', 'a lost it'], 'b']);
    endLive();
    await live.advance(10_000);
    expect([log.slice(3), await holder(), live.pending()]).toEqual([['b lost it'], undefined, 0]);
  });

  it('STORE-12: a tab that took a lease at once takes it only once', async () => {
    const clock = createVirtualClock();
    const { records } = createMemoryProfile();
    const log: string[] = [];
    for (const name of ['a', 'b']) {
      const lock = createLeaseLock({ clock, ids: { ...countingIds(), hex: () => name }, records });
      lock.hold('7', (lost) => (log.push(name), lost.then(() => void log.push(`not ${name}`))), {
        steal: true,
      });
      await clock.advance(0);
    }
    await clock.advance(30_000);
    expect(log).toEqual(['a', 'b', 'not a']);
  });

  it('STORE-5: stored rows keep their state from the write, and so do read ones', async () => {
    const { records } = createMemoryProfile();
    const row = { list: [{ n: 1 }], none: null, at: new Date(5), word: 'a' };
    await records.write('7', [{ store: 'windows', key: 'a', value: row }]);
    row.list.push({ n: 2 });
    row.word = 'b';
    expect(await records.read('7', 'windows', 'a')).toEqual({
      list: [{ n: 1 }],
      none: null,
      at: new Date(5),
      word: 'a',
    });
    for (const [key, value] of [
      ['c', new Uint8Array([1, 2])],
      ['b', null],
      ['a', 5],
    ] as const)
      await records.write('7', [{ store: 'windows', key, value }]);
    expect([...(await records.readAll('7', 'windows'))]).toEqual([
      ['a', 5],
      ['b', null],
      ['c', new Uint8Array([1, 2])],
    ]);
  });

  it.each([
    [0, true],
    [2, true],
    [3, false],
  ])(
    'STORE-4: during %i writes of another tab a read returns one of them, or nothing',
    async (writes, found) => {
      const { records } = createMemoryProfile();
      let [left, stamp] = [writes, 0];
      const change = { order: 1, wish: { register: 'top', conversation: '9', value: true } };
      const changes = new Map([['wish top 9', change]]);
      const write = () =>
        records.write('7', [
          { store: 'meta', key: 'wish top 9', value: change },
          { store: 'allContacts', key: '9', value: { id: '9', stamp } },
          {
            store: 'meta',
            key: 'snapshot',
            value: { stamp: String(stamp), login: 'a', meta: { version: REDUCER_VERSION, stamp } },
          },
        ]);
      await write();
      const readAll: RecordsPort['readAll'] = async (user, store) => {
        const rows = await records.readAll(user, store);
        if (store === 'allContacts' && left > 0) {
          left -= 1;
          stamp += 1;
          await write();
        }
        return rows;
      };
      const stored = await readStored({ ...records, readAll }, '7');
      expect(stored).toEqual(
        found
          ? {
              stamp: String(writes),
              snapshot: {
                meta: { version: REDUCER_VERSION, stamp: writes },
                contacts: [{ id: '9', stamp: writes }],
                windows: [],
              },
              changes,
            }
          : { stamp: null, snapshot: null, changes },
      );
    },
  );
});
