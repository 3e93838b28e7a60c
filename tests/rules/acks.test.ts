import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createAcks } from '../../src/client/sync/acks.ts';
import type { State } from '../../src/client/state/state.ts';
import { pushLimits as limits } from '../../src/domain/limits.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import type { DevicePort } from '../../src/ports/device.ts';
import { aContact } from '../support/contacts.ts';

/** A page whose list the test sets: rows of [id, position in its stream, pinned]. */
function page() {
  const clock = createVirtualClock();
  const sentMessages: Readonly<Record<string, number>>[] = [];
  let [isVisible, can]: [boolean, boolean] = [true, true];
  let contacts: State['contacts'] = { at: () => undefined } as unknown as State['contacts'];
  let [looked, later]: [number, State['later']] = [0, null];
  const [runs, shown]: [Set<() => void>, Set<(visible: boolean) => void>] = [new Set(), new Set()];
  const acks = createAcks({
    clock,
    device: {
      isVisible: () => isVisible,
      onVisible: (run: (visible: boolean) => void) => (shown.add(run), () => shown.delete(run)),
    } as unknown as DevicePort,
    store: {
      get: () => ({ contacts, later, self: { id: userId(7) } }) as unknown as State,
      subscribe: (run) => (runs.add(run), () => runs.delete(run)),
    },
    send: (positions) => can && (sentMessages.push(positions), true),
  });
  return {
    acks,
    clock,
    runs,
    shown,
    looked: () => looked,
    can: (next: boolean) => (can = next),
    visible: (next: boolean) => {
      isVisible = next;
      for (const run of shown) run(next);
    },
    list: (rows: readonly (readonly [number, number, boolean?])[]) => {
      const list = rows.map(([id, seq, isTop = false]) => {
        const contact = aContact(id, { stream: streamId(`s${id}`), isTop });
        return { ...contact, counting: { ...contact.counting, seq } };
      });
      contacts = { at: (i: number) => ((looked += 1), list[i]) } as unknown as State['contacts'];
      for (const run of runs) run();
    },
    /** At this place of the own stream. */
    reminded: (heard: number) => {
      later = { heard, overtaken: null, list: null };
      for (const run of runs) run();
    },
    /** Advances one second and returns the acknowledgements. */
    second: async () => {
      await clock.advance(limits.ackEveryMs);
      return sentMessages.splice(0);
    },
  };
}

it('PUSH-3: a visible page says once a second what moved, and nothing twice', async () => {
  const { list, second, clock, runs } = page();
  list([
    [1, 4],
    [2, 7],
  ]);
  await clock.advance(limits.ackEveryMs - 1);
  list([
    [1, 5],
    [2, 7],
  ]);
  await clock.advance(1);
  expect(await second()).toEqual([{ s1: 5, s2: 7 }]);
  list([
    [2, 8],
    [1, 5],
  ]);
  expect(await second()).toEqual([{ s2: 8 }]);
  list([
    [2, 8],
    [1, 5],
  ]);
  expect(await second()).toEqual([]);
  for (const run of runs) run();
  expect([await second(), await second()]).toEqual([[], []]);
});

it('PUSH-3: a hidden page acknowledges nothing until it is seen, then all that arrived', async () => {
  const { list, second, visible } = page();
  visible(false);
  list([[1, 4]]);
  expect(await second()).toEqual([]);
  visible(true);
  expect(await second()).toEqual([{ s1: 4 }]);
  list([[1, 5]]);
  visible(false);
  expect(await second()).toEqual([]);
});

it('PUSH-3: failed acknowledgements are sent again, and all of them on a new socket', async () => {
  const { list, second, can, acks } = page();
  can(false);
  list([[1, 4]]);
  expect(await second()).toEqual([]);
  can(true);
  list([[1, 4]]);
  expect(await second()).toEqual([{ s1: 4 }]);
  acks.bound();
  expect(await second()).toEqual([{ s1: 4 }]);
});

it('PUSH-3: as much of the head of the list as one word holds, pinned ones beside', async () => {
  const { list, second, looked } = page();
  const max = limits.ackStreamsMax;
  list(Array.from({ length: max * 2 }, (_, at) => [at + 1, 1]));
  expect(Object.keys((await second())[0] ?? {})).toHaveLength(max);
  const before = looked();
  // Known already but for two: one below all the pinned ones, one too far down to be new.
  list([
    ...Array.from({ length: 30 }, (_, at) => [at + 1, 1, true] as const),
    ...Array.from({ length: max }, (_, at) => [at + 31, at === max - 1 ? 2 : 1] as const),
    [999, 1],
  ]);
  expect(await second()).toEqual([expect.objectContaining({ [`s${max + 30}`]: 2 })]);
  expect(looked() - before).toBeLessThanOrEqual(30 + max);
});

it('PUSH-3: after the stop the page sends nothing and has no listener', async () => {
  const { list, second, acks, runs, shown } = page();
  list([[1, 4]]);
  acks.stop();
  expect([await second(), runs.size, shown.size]).toEqual([[], 0, 0]);
});

it('LATER-10: a visible page says that it was reminded, though nothing in its list has moved', async () => {
  const { list, reminded, second, acks } = page();
  list([[1, 4]]);
  expect(await second()).toEqual([{ s1: 4 }]);
  reminded(9);
  expect(await second()).toEqual([{ u7: 9 }]);
  reminded(9);
  expect(await second()).toEqual([]);
  acks.bound();
  expect(await second()).toEqual([{ u7: 9, s1: 4 }]);
});
