import { expect, it } from 'vitest';
import { StoreBusyError, StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { GroupCommit, type Transaction } from '../../src/server/storage/engine/group-commit.ts';
import { Lane } from '../../src/server/storage/engine/lane.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

/** A group over a transaction that only records its calls. */
function recorded(behaviour: Partial<Transaction<null>> = {}) {
  const reports: string[] = [];
  const say = (what: string) => () => void reports.push(what);
  const transaction: Transaction<null> = {
    begin: say('begin'),
    command: () => null,
    savepoint: say('savepoint'),
    release: say('release'),
    undo: () => reports.push('undo') > 0,
    commit: say('commit'),
    rollback: say('rollback'),
    ...behaviour,
  };
  const clock = createVirtualClock();
  return { reports, group: new GroupCommit(transaction, new Lane(clock, 10), clock, queueMicrotask) };
}

const refuse = () => Promise.reject(new Error('refused'));
const accept = () => Promise.resolve('done');
const reasonOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

it('COMMIT-2: a single outer transaction holds a savepoint for each command', async () => {
  const { reports, group } = recorded();
  const outcomes = await Promise.allSettled([group.add(accept), group.add(refuse), group.add(accept)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(reports).toEqual([
    'begin',
    'savepoint',
    'release',
    'savepoint',
    'undo',
    'savepoint',
    'release',
    'commit',
  ]);
});

it('COMMIT-3: when the engine gives the transaction up, as on a full disk, all of it may be tried again', async () => {
  const { reports, group } = recorded({ undo: () => false });
  const reasons = await Promise.all([group.add(accept), group.add(refuse), group.add(accept)].map(reasonOf));
  for (const reason of reasons) expect(reason).toBeInstanceOf(StoreUnavailableError);
  expect(reports).toEqual(['begin', 'savepoint', 'release', 'savepoint', 'rollback']);
  reports.length = 0;
  expect(await group.add(accept)).toBe('done');
});

it('COMMIT-5: when a group cannot begin its commands are refused and none of them runs', async () => {
  const failure = new StoreBusyError('held by another');
  const { group } = recorded({
    begin: () => {
      throw failure;
    },
  });
  let ran = false;
  expect(await reasonOf(group.add(() => Promise.resolve((ran = true))))).toBe(failure);
  expect(ran).toBe(false);
});

const nothing = () => undefined;

/** Turns that the test ends, on a clock with one millisecond for each command. */
function crowded() {
  let nowMs = 0;
  const ends: (() => void)[] = [];
  const clock = {
    nowMs: () => nowMs,
    elapsedMs: () => nowMs,
    setTimeout: () => null,
    clearTimeout: () => undefined,
  };
  const transaction: Transaction<null> = {
    begin: nothing,
    command: () => null,
    savepoint: () => void (nowMs += 1),
    release: nothing,
    undo: () => true,
    commit: nothing,
    rollback: nothing,
  };
  const group = new GroupCommit(transaction, new Lane(clock, 10), clock, (run) => void ends.push(run));
  return {
    group,
    add: (count: number) => {
      for (let one = 0; one < count; one += 1) void group.add(accept);
    },
    pass: (ms: number) => void (nowMs += ms),
    turn: async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

it('LIMIT-10: after a long turn several groups follow in a part of its time, else one for each turn', async () => {
  const { group, add, pass, turn } = crowded();
  add(400);
  await turn();
  expect(group.waiting).toBe(400 - 64);
  pass(1_600 - 64);
  // The first has waited for 1.6 s: there are 100 ms.
  await turn();
  expect(group.waiting).toBe(400 - 64 - 2 * 64);
});

it('LIMIT-10: how long one more would wait is said by those before it and the pace of late, while groups are full', async () => {
  const { group, add, pass, turn } = crowded();
  add(64 + 320);
  expect(group.waitMs).toBe(0);
  pass(64);
  await turn();
  // 128 ms passed for 128 commands until the turn was over.
  expect(group.waiting).toBe(320);
  expect(group.waitMs).toBe(320 * 2);
  for (let left = 0; left < 5; left += 1) await turn();
  expect([group.waiting, group.waitMs]).toEqual([0, 0]);
  add(5_000);
  expect(group.waitMs).toBeGreaterThan(5_000);
  while (group.waiting > 0) await turn();
  pass(1_000);
  add(5_000);
  expect(group.waitMs).toBe(0);
});
