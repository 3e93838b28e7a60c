import { expect, it } from 'vitest';
import { streamId, userId } from '../../../src/domain/ids.ts';
import { storeLimits as limits } from '../../../src/server/kernel/limits.ts';
import { StoreFailedError } from '../../../src/server/kernel/store-errors.ts';
import { happen, member, post, user } from '../../support/store-rows.ts';
import { gate } from '../../support/gate.ts';
import { reopened, type Here } from './place.ts';

const A = streamId('1-2');

/** Groups: one commit for all that come together, each command for itself. */
export function commits(here: Here): void {
  const count = () => here.store.read((tx) => tx.users.count());
  const add = () => here.store.write((tx) => tx.users.insert(user()));

  it('COMMIT-1: nobody is answered before the outer commit', async () => {
    const order: string[] = [];
    here.beforeCommit = () => order.push('commit');
    await Promise.all([add().then(() => order.push('one')), add().then(() => order.push('two'))]);
    expect(order).toEqual(['commit', 'one', 'two']);
  });

  it('COMMIT-2: commands that arrive together commit once, those that arrive meanwhile commit next', async () => {
    let commits = 0;
    here.beforeCommit = () => (commits += 1);
    const later: Promise<unknown>[] = [];
    const first = here.store.write(async (tx) => {
      await tx.users.insert(user());
      later.push(add());
    });
    await Promise.all([first, add(), add()]);
    expect(commits).toBe(1);
    await Promise.all(later);
    expect(commits).toBe(2);
    expect(await count()).toBe(4);
  });

  it('COMMIT-2: a group has a limit, and all of a crowd are served in the order of their coming', async () => {
    let commits = 0;
    here.beforeCommit = () => (commits += 1);
    const crowd = limits.groupMax * 2 + 1;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: crowd }, (_, index) =>
        here.store.write((tx) => happen(tx, A)).then((seq) => order.push(seq === index + 1 ? index : -1)),
      ),
    );
    expect(commits).toBe(3);
    expect(order).toEqual(Array.from({ length: crowd }, (_, index) => index));
  });

  it('COMMIT-2: commands run strictly one after another, also while one waits', async () => {
    const order: string[] = [];
    const step = (name: string) =>
      here.store.write(async (tx) => {
        order.push(`${name} begins`);
        await tx.users.insert(user());
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        order.push(`${name} ends`);
      });
    await Promise.all([step('a'), step('b')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('COMMIT-2: a command that fails is rolled back alone and sees what came before it', async () => {
    const observations: number[] = [];
    const results = await Promise.allSettled([
      here.store.write((tx) => happen(tx, A)),
      here.store.write(async (tx) => {
        observations.push(await tx.users.count());
        await tx.users.insert(user());
        await happen(tx, A);
        throw new Error('refused');
      }),
      here.store.write(async (tx) => {
        observations.push(await tx.users.count());
        await tx.users.insert(user());
        return happen(tx, A);
      }),
    ]);
    expect(
      results.map((result) =>
        result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
      ),
    ).toEqual([1, 'refused', 2]);
    expect(observations).toEqual([0, 0]);
    expect(await count()).toBe(1);
  });

  it('COMMIT-2: an error of the database itself fails one command, not its group', async () => {
    const row = user();
    const [first, second, third] = await Promise.allSettled([
      here.store.write((tx) => tx.users.insert(row)),
      here.store.write((tx) => tx.users.insert(row)),
      add(),
    ]);
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await count()).toBe(2);
  });

  it('COMMIT-3: when the outer commit fails every command fails, nothing was written, and the store goes on', async () => {
    here.beforeCommit = () => {
      throw new Error('disk');
    };
    const results = await Promise.allSettled([
      add(),
      here.store.write(() => Promise.reject(new Error('refused'))),
      here.store.write((tx) => post(tx, A)),
    ]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreFailedError) as unknown });
    here.beforeCommit = () => undefined;
    expect(await count()).toBe(0);
    expect(await here.store.read((tx) => tx.streams.get(A))).toBeNull();
    expect(await here.store.write((tx) => happen(tx, A))).toBe(1);
  });

  it('COMMIT-4: what was acknowledged is there once after the store was opened anew', async () => {
    if (!here.place.durable) return expectNothingElse(here);
    const made = await Promise.all([1, 2, 3].map(() => here.store.write((tx) => post(tx, A))));
    await here.store.close();
    here.store = await reopened(here);
    const { rows } = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 10 }));
    expect(rows.map((row) => row.msgId).toReversed()).toEqual(made.map((one) => one.msgId));
    expect(await here.store.write((tx) => post(tx, A))).toMatchObject({ seq: 4, n: 4 });
  });

  it('STREAM-8: a read sees all of a group or nothing of it', async () => {
    const middle = gate();
    const writing = here.store.write(async (tx) => {
      await tx.members.save(member(A, userId(1)));
      await middle.passed;
      await tx.members.save(member(A, userId(2)));
    });
    await here.clock.settle();
    const reading = here.store.read(async (tx) => {
      const before = await tx.members.count(A);
      middle.open();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return [before, await tx.members.count(A)];
    });
    await here.clock.settle();
    middle.open();
    await writing;
    const [before, after] = await reading;
    expect([0, 2]).toContain(before);
    expect(after).toBe(before);
    expect(await here.store.read((tx) => tx.members.count(A))).toBe(2);
  });

  it('STREAM-8: a read that starts after an answer sees what was answered', async () => {
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all([add(), add()]);
      expect(await count()).toBe(round * 2);
    }
  });
}

/** A store that forgets must begin empty. */
async function expectNothingElse(here: Here): Promise<void> {
  await here.store.write((tx) => post(tx, A));
  await here.store.close();
  here.store = await reopened(here);
  expect(await here.store.read((tx) => tx.streams.get(A))).toBeNull();
}
