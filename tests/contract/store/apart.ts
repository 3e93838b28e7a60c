import { expect, it } from 'vitest';
import { streamId, userId } from '../../../src/domain/ids.ts';
import { StoreFailedError, StoreUnavailableError } from '../../../src/server/kernel/store-errors.ts';
import { gate } from '../../support/gate.ts';
import { happen, member, post, user } from '../../support/store-rows.ts';
import { reopened, type Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('group-3');

/** For engines where every command is a separate transaction. */
export function apart(here: Here): void {
  const count = () => here.store.read((tx) => tx.users.count());
  const add = () => here.store.write((tx) => tx.users.insert(user()));

  it('COMMIT-1: nobody is answered before the commit', async () => {
    const order: string[] = [];
    here.beforeCommit = () => order.push('commit');
    await add().then(() => order.push('answer'));
    expect(order).toEqual(['commit', 'answer']);
  });

  it('COMMIT-2: a command that fails is rolled back alone', async () => {
    await here.store.write((tx) => happen(tx, A));
    const refused = here.store.write(async (tx) => {
      await tx.users.insert(user());
      await happen(tx, A);
      throw new Error('refused');
    });
    const others = [here.store.write((tx) => happen(tx, B)), add()];
    await expect(refused).rejects.toThrow('refused');
    await Promise.all(others);
    expect(await count()).toBe(1);
    expect(await here.store.write((tx) => happen(tx, A))).toBe(2);
  });

  it('COMMIT-2: a statement that fails, even unseen, fails its command and no other', async () => {
    const row = user();
    await here.store.write((tx) => tx.users.insert(row));
    const [first, second] = await Promise.allSettled([
      here.store.write(async (tx) => {
        await tx.users.insert(row).catch(() => undefined);
        await tx.users.insert(user()).catch(() => undefined);
      }),
      add(),
    ]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await count()).toBe(2);
  });

  it('COMMIT-3: a command whose commit fails has written nothing, and the store goes on', async () => {
    here.beforeCommit = () => {
      throw new StoreFailedError('cut');
    };
    await expect(here.store.write((tx) => post(tx, A))).rejects.toThrow(StoreFailedError);
    here.beforeCommit = () => undefined;
    expect(await here.store.read((tx) => tx.streams.get(A))).toBeNull();
    expect(await here.store.write((tx) => happen(tx, A))).toBe(1);
  });

  it('COMMIT-4: what was acknowledged is there once after the store was opened anew', async () => {
    const made: number[] = [];
    for (let count = 0; count < 3; count += 1) made.push((await here.store.write((tx) => post(tx, A))).msgId);
    await here.store.close();
    here.store = await reopened(here);
    const { rows } = await here.store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 10 }));
    expect(rows.map((row) => row.msgId).toReversed()).toEqual(made);
    expect(await here.store.write((tx) => post(tx, A))).toMatchObject({ seq: 4, n: 4 });
  });

  it('STREAM-8: a read sees one moment, also while others commit', async () => {
    const middle = gate();
    const begun = gate();
    const reading = here.store.read(async (tx) => {
      const before = [await tx.members.count(A), await tx.streams.now()];
      begun.open();
      await middle.passed;
      return [before, [await tx.members.count(A), await tx.streams.now()]];
    });
    await begun.passed;
    await here.store.write((tx) => tx.members.save(member(A, userId(1))));
    middle.open();
    const [before, after] = await reading;
    expect(before?.[0]).toBe(0);
    expect(after).toEqual(before);
    expect(await here.store.read((tx) => tx.members.count(A))).toBe(1);
  });

  it('SYNC-1: a cursor taken while a command is under way finds it later', async () => {
    await here.store.write((tx) => happen(tx, A));
    const [inside, end] = [gate(), gate()];
    const slow = here.store.write(async (tx) => {
      await happen(tx, A);
      inside.open();
      await end.passed;
    });
    await inside.passed;
    await here.store.write((tx) => happen(tx, B));
    const cursor = await here.store.read((tx) => tx.streams.now());
    end.open();
    await slow;
    const moved = await here.store.read((tx) => tx.streams.changedSince([A], cursor));
    expect(moved).toMatchObject([{ stream: A, head: 2 }]);
    expect(await here.store.read((tx) => tx.streams.eventsSince(A, cursor, 0, 10))).toMatchObject([
      { seq: 2 },
    ]);
  });

  it('COMMIT-5: what outlives its command reaches nothing', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const begun = gate();
    await here.store.write(async (tx) => {
      late = begun.passed.then(() => tx.users.insert(user()));
    });
    begun.open();
    await expect(late).rejects.toThrow('has ended');
    expect(await count()).toBe(0);
  });

  it('START-4: closing lets those who came before end, and refuses those who come after', async () => {
    const before = [add(), add()];
    const closing = here.store.close();
    await expect(add()).rejects.toThrow(StoreUnavailableError);
    await Promise.all([...before, closing]);
    await here.store.close();
  });
}
