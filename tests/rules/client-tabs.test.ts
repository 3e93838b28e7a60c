import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
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

/** A lock that gives and takes as the test says, and knows who still waits for it or has it. */
function givenLock() {
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
    const { lock, claims } = givenLock();
    const device = fakePage({ isVisible: false });
    const told: boolean[] = [];
    const holder = createTabHolder({ lock, device, name: '7', held: (on) => told.push(on) });
    const open = () => claims.flatMap(({ isOver, steal }) => (isOver ? [] : [steal]));
    expect(open()).toEqual([false]);
    device.setVisible(true);
    expect(open()).toEqual([true]);
    claims.at(-1)?.give();
    device.setVisible(false);
    device.setVisible(true);
    expect([open(), holder.holds()]).toEqual([[true], true]);
    claims.at(-1)?.take();
    await turn();
    expect([open(), holder.holds(), told]).toEqual([[false], false, [true, false]]);
    claims.at(-1)?.give();
    holder.stop();
    device.setVisible(false);
    device.setVisible(true);
    await turn();
    expect([open(), told, claims.length]).toEqual([[], [true, false, true, false], 3]);
  });

  it('STORE-12: a tab that is closed before it has the lock does not take it', () => {
    const { lock, claims } = givenLock();
    const told: boolean[] = [];
    const held = (on: boolean) => told.push(on);
    createTabHolder({ lock, device: fakePage(), name: '7', held }).stop();
    claims[0]?.give();
    expect(told).toEqual([]);
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

  it.each([
    [0, true],
    [2, true],
    [3, false],
  ])('STORE-4: amid %i writes of another tab one write is read, or nothing', async (writes, found) => {
    const { records } = createMemoryProfile();
    let [left, stamp] = [writes, 0];
    const wish = { register: 'top', conversation: '9', value: true };
    const write = () =>
      records.write('7', [
        { store: 'meta', key: 'wishes', value: [wish] },
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
            wishes: [wish],
          }
        : { stamp: null, snapshot: null, wishes: [] },
    );
  });
});
