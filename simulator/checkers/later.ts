import { laterLimits } from '../../src/domain/message-limits.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { isLaterStale, remindersOf, scheduledOf } from '../../src/client/state/later.ts';
import type { Tab } from '../devices/device.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { expectedMayRead } from '../oracle/shown.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/** A check of due items, and one more if the first met a stopping node. */
const LATE_MS = 4 * laterLimits.lookMs;

/**
 * Scheduled messages and reminders match the oracle, on the server and on each device that requested them;
 * due ones were sent (LATER-2, LATER-5).
 */
export const laterChecker: Checker = {
  name: 'what is put off waits for its time',
  end: async (world) => {
    const { oracle } = reviewOf(world);
    const faults: string[] = [];
    for (const { id, devices } of world.people) {
      const expected = expectedOf(oracle, id);
      const rows = await world.store.read(async (tx) => [
        ...(await tx.later.scheduledOf(id as UserId)).map(
          (row) => `${row.id} ${row.dueMs} ${row.failed !== ''}`,
        ),
        ...(await tx.later.remindersOf(id as UserId)).map(
          (row) => `${row.msgId} ${row.dueMs} ${row.lookMs === null}`,
        ),
      ]);
      const all = sorted([...expected.lines, ...expected.reminders]);
      if (sorted(rows) !== all) faults.push(`${id} has put off ${sorted(rows)}, the oracle says ${all}`);
      for (const tab of devices.flatMap((device) => device.tabs)) faults.push(...viewFaults(oracle, id, tab));
    }
    return [...faults, ...overdue(oracle, world)];
  },
};

const sorted = (rows: readonly string[]): string => rows.toSorted().join('; ');

const expectedOf = (oracle: Oracle, me: number) => ({
  lines: [...oracle.later.linesOf(me)].map(([id, { dueMs, failed }]) => `${id} ${dueMs} ${failed}`),
  reminders: [...oracle.later.remindersOf(me)].map(
    ([row, { dueMs, isDelivered }]) => `${row} ${dueMs} ${isDelivered}`,
  ),
});

/** Times in the precision of frames and answers. */
const seconds = (ms: number): number => Math.floor(ms / 1_000);

function viewFaults(oracle: Oracle, me: number, tab: Tab): readonly string[] {
  const state = tab.state();
  if (isLaterStale(state) || state.connection.name !== 'open' || state.self?.id !== me) return [];
  const actual = [
    ...scheduledOf(state).map((one) => `${one.id} ${seconds(one.dueMs)} ${one.failed}`),
    ...remindersOf(state)
      .filter(({ to }) => state.contacts.has(to))
      .map((one) => `${one.id} ${seconds(one.dueMs)} ${one.told}`),
  ];
  const expected = [
    ...[...oracle.later.linesOf(me)].map(([id, one]) => `${id} ${seconds(one.dueMs)} ${one.failed}`),
    ...[...oracle.later.remindersOf(me)].flatMap(([row, one]) => {
      const line = oracle.lines.get(row);
      return line && expectedMayRead(oracle, me, line)
        ? `${line.id} ${seconds(one.dueMs)} ${one.isDelivered}`
        : [];
    }),
  ];
  return sorted(actual) === sorted(expected)
    ? []
    : [`${tab.name} shows as put off ${sorted(actual)}, the oracle says ${sorted(expected)}`];
}

/**
 * Uses the slowest clock: clocks are set back, and command times never are. A node checks by its own clock,
 * which may be behind the database's.
 */
function overdue(oracle: Oracle, { clock, recorder, nodes }: World): readonly string[] {
  const theirs = nodes.flatMap((node) => node.clock?.nowMs() ?? []);
  const before = Math.min(clock.nowMs(), recorder.ran.at(-1)?.nowMs ?? 0, Math.max(...theirs, 0)) - LATE_MS;
  return oracle.later
    .all()
    .flatMap(([me, id, { dueMs, failed }]) =>
      !failed && dueMs < before ? `${id} of ${me} was to be said at ${dueMs}, and was not` : [],
    );
}
