import { expect, it } from 'vitest';
import { StoreBusyError, StoreUnavailableError } from '../../src/server/store/errors.ts';
import { GroupCommit } from '../../src/server/store/group-commit.ts';
import type { Transaction } from '../../src/server/store/group-commit.ts';
import { Lane } from '../../src/server/store/lane.ts';
import { createVirtualClock } from '../../simulator/virtual-clock.ts';

/** A group over a transaction that only writes down what it is told. */
function recorded(behaviour: Partial<Transaction<null>> = {}) {
  const told: string[] = [];
  const say = (what: string) => () => void told.push(what);
  const transaction: Transaction<null> = {
    begin: say('begin'),
    command: () => null,
    savepoint: say('savepoint'),
    release: say('release'),
    undo: () => told.push('undo') > 0,
    commit: say('commit'),
    rollback: say('rollback'),
    ...behaviour,
  };
  const clock = createVirtualClock();
  return { told, group: new GroupCommit(transaction, new Lane(clock, 10), clock, queueMicrotask) };
}

const refuse = () => Promise.reject(new Error('refused'));
const accept = () => Promise.resolve('done');
const reasonOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

it('COMMIT-2: one outer transaction holds a savepoint for each command', async () => {
  const { told, group } = recorded();
  const outcomes = await Promise.allSettled([group.add(accept), group.add(refuse), group.add(accept)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(told).toEqual([
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
  const { told, group } = recorded({ undo: () => false });
  const reasons = await Promise.all([group.add(accept), group.add(refuse), group.add(accept)].map(reasonOf));
  for (const reason of reasons) expect(reason).toBeInstanceOf(StoreUnavailableError);
  expect(told).toEqual(['begin', 'savepoint', 'release', 'savepoint', 'rollback']);
  told.length = 0;
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
