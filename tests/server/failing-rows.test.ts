import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '../../src/domain/duration.ts';
import type { Files } from '../../src/ports/files.ts';
import type { LdapPeople } from '../../src/ports/ldap.ts';
import { JOBS } from '../../src/server/features/features.ts';
import { JobBook } from '../../src/server/kernel/job.ts';
import { jobLimits } from '../../src/server/kernel/job-limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { FailedRows } from '../../src/server/kernel/row-retries.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { Log } from '../../src/ports/log.ts';
import { House, LISTS } from '../support/failing-lists.ts';
import { pretendedPush } from '../support/pretended-push.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { TAKES_EVENTS, threePeople } from '../support/world.ts';
import type { Store } from '../../src/ports/store.ts';

/** Fails every call of a transaction that has one of these values among its arguments. */
interface Poison {
  /** The value of the row that fails; null: none does. */
  value: unknown;
  /** Called for each question that fails. */
  readonly hit: () => void;
}

function poisonedStore(store: Store, poison: Poison): Store {
  const parts = (part: object): object =>
    new Proxy(part, {
      get: (of, name) => {
        const method: unknown = Reflect.get(of, name);
        if (typeof method !== 'function') return method;
        return (...given: readonly unknown[]): unknown => {
          if (poison.value === null || !given.includes(poison.value)) return method.apply(of, given);
          poison.hit();
          throw new Error('the row that fails');
        };
      },
    });
  const over = <T extends object>(tx: T): T =>
    new Proxy(tx, {
      get: (of, name) => {
        const part: unknown = Reflect.get(of, name);
        return typeof part === 'object' && part !== null ? parts(part) : part;
      },
    });
  const made: Pick<Store, 'read' | 'write'> = {
    read: (work) => store.read((tx) => work(over(tx))),
    write: (work, foretold) => store.write((tx) => work(over(tx)), foretold),
  };
  return Object.assign(Object.create(store) as Store, made);
}

const fails = () => Promise.reject(new Error('no'));
describe('the rows that failed', () => {
  const log: Log = { write: () => undefined };

  it('OPS-16: failed rows wait twice as long each time, up to an hour; success resets them', async () => {
    const clock = createVirtualClock();
    const rows = new FailedRows({ clock, log }, 'x');
    const waits: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await rows.attempt('row', fails)).toBeNull();
      const { waitMs } = rows.endRound() ?? { waitMs: 0 };
      clock.pass(waitMs - 1);
      expect([rows.waits('row'), await rows.attempt('row', () => Promise.resolve(1))]).toEqual([true, null]);
      clock.pass(1);
      waits.push(waitMs);
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((times) => times * jobLimits.rowAgainMs));
    expect(new Set(waits.slice(9))).toEqual(new Set([jobLimits.rowAgainMaxMs]));
    expect(await rows.attempt('row', () => Promise.resolve(1))).toBe(1);
    expect([rows.waiting, rows.endRound()]).toEqual([0, null]);
  });

  it('OPS-16: at most so many are remembered, and none that the list no longer has', async () => {
    const clock = createVirtualClock();
    const rows = new FailedRows({ clock, log }, 'x');
    for (let row = 0; row <= jobLimits.rowsFailedMax; row += 1) await rows.attempt(row, fails);
    expect([rows.waiting, rows.waits(0), rows.waits(1)]).toEqual([jobLimits.rowsFailedMax, false, true]);
    clock.pass(jobLimits.rowAgainMs);
    expect([rows.endRound(), rows.waiting]).toEqual([null, 0]);
  });
});

describe('a row that fails', () => {
  let house: House;
  beforeEach(async () => {
    const push = pretendedPush();
    const directory: { people: LdapPeople } = { people: { ids: new Set(['another']), groups: new Map() } };
    const uploads = await localUploads(temporaryFolder());
    // The disk would take real time.
    const stored = Object.assign(Object.create(uploads.files) as Files, { remove: () => Promise.resolve() });
    const at = await threePeople({
      uploads: { ...uploads, files: stored },
      push,
      hookPosts: TAKES_EVENTS,
      mail: { send: () => Promise.resolve() },
      settings: { publicUrl: 'https://chat.example.org' },
      ldap: () => ({
        enter: () => Promise.resolve(null),
        fits: () => Promise.resolve(false),
        everybody: () => Promise.resolve(directory.people),
        find: () => Promise.resolve(null),
        fault: () => null,
        canTakeOver: false,
      }),
    });
    house = new House(at, push, directory);
  });
  afterEach(() => house.at.world.close());

  it('OPS-16: every job of a node is in the table', () => {
    expect(JOBS.map(({ name }) => name).toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  const cases = JOBS.flatMap((start) => {
    const lists = LISTS[start.name];
    return typeof lists === 'object'
      ? Object.entries(lists).map(([what, prepare]) => ({ start, what, prepare }))
      : [];
  });
  it.each(cases)(
    'OPS-16: $what go on behind one that fails, which waits ever longer',
    async ({ start, prepare }) => {
      const { world } = house.at;
      const rows = await prepare(house);
      const hits: number[] = [];
      const poison = {
        value: rows.fails,
        hit: () => void (hits.at(-1) !== world.clock.elapsedMs() && hits.push(world.clock.elapsedMs())),
      };
      const store = poisonedStore(house.store, poison);
      const jobs = new JobBook();
      const stop = start({ ...world.server.core, store, jobs }, new RateCounter(world.clock));
      const { failsMs = 75 * SECOND, firstMs = 0 } = rows;
      await passing(firstMs + failsMs);
      expect(await rows.done()).toEqual([false, true]);
      expect(jobs.all()[0]?.[1].fault === null).toBe(start.name === 'startPushing');
      const gaps = hits.slice(1).map((at, index) => at - (hits[index] ?? 0));
      expect(gaps.length).toBeGreaterThanOrEqual(2);
      for (const [index, gap] of gaps.entries())
        expect(gap, gaps.join()).toBeGreaterThanOrEqual(
          index === 0 ? jobLimits.rowAgainMs : (gaps[index - 1] ?? 0),
        );
      expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? 0);
      expect(world.log.filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(hits.length);
      poison.value = null;
      await passing(rows.healMs ?? failsMs * 2);
      expect(await rows.done()).toEqual([true, true]);
      await stop();
    },
  );

  async function passing(ms: number): Promise<void> {
    const { world } = house.at;
    await world.clock.advance(ms);
    await world.settle();
  }
});
