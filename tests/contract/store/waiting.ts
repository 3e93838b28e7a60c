import { expect, it } from 'vitest';
import { serverLimits, storeLimits as limits } from '../../../src/server/kernel/limits.ts';
import { StoreBusyError, StoreUnavailableError } from '../../../src/server/kernel/store-errors.ts';
import { gate } from '../../support/gate.ts';
import { user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** Every request is served in the end. */
export function waiting(here: Here): void {
  const add = () => here.store.write((tx) => tx.users.insert(user()));

  it('COMMIT-5: a command that waits for the store from within gets an error, and the store goes on', async () => {
    const inner = here.store.write(async (tx) => {
      await tx.users.insert(user());
      await add();
    });
    const outcome = expect(inner).rejects.toThrow(StoreBusyError);
    await here.clock.advance(serverLimits.storeWaitMs);
    await outcome;
    await add();
    expect(await here.store.read((tx) => tx.users.count())).toBe(1);
  });

  it('COMMIT-5: a read that waits for a read from within gets an error, and reading goes on', async () => {
    const inner = here.store.read(() => here.store.read((tx) => tx.users.count()));
    const outcome = expect(inner).rejects.toThrow(StoreBusyError);
    await here.clock.advance(serverLimits.storeWaitMs);
    await outcome;
    expect(await here.store.read((tx) => tx.users.count())).toBe(0);
  });

  it('COMMIT-5: who waits too long is refused, and what was refused is not written later', async () => {
    const held = gate();
    const holder = here.store.write((tx) => held.passed.then(() => tx.users.insert(user())));
    await here.clock.settle();
    const late = add();
    const outcome = expect(late).rejects.toThrow(`within ${serverLimits.storeWaitMs} ms`);
    await here.clock.advance(serverLimits.storeWaitMs - 1);
    const early = add();
    await here.clock.advance(1);
    await outcome;
    held.open();
    await Promise.all([holder, early]);
    expect(await here.store.read((tx) => tx.users.count())).toBe(2);
  });

  it('COMMIT-5: the crowd before the store has a limit', async () => {
    const held = gate();
    const holder = here.store.write(() => held.passed);
    await here.clock.settle();
    const crowd = Array.from({ length: limits.queueMax }, () => here.store.write(() => Promise.resolve(1)));
    await expect(add()).rejects.toThrow(StoreBusyError);
    held.open();
    await holder;
    expect((await Promise.all(crowd)).length).toBe(limits.queueMax);
  });

  it('COMMIT-5: reads and commands that overlap in any way all end', async () => {
    const work = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? here.store.read((tx) => tx.users.count())
        : index % 3 === 1
          ? add()
          : here.store.read(async (tx) => (await tx.members.streamsOf(1 as never)).length),
    );
    await Promise.all(work);
    expect(await here.store.read((tx) => tx.users.count())).toBe(20);
    expect(here.clock.pending()).toBe(0);
  });

  it('START-4: closing lets those who came before end, and refuses those who come after', async () => {
    const before = [add(), add()];
    const closing = here.store.close();
    await expect(add()).rejects.toThrow(StoreUnavailableError);
    await expect(here.store.read((tx) => tx.users.count())).rejects.toThrow(StoreUnavailableError);
    await Promise.all([...before, closing]);
    await here.store.close();
  });

  it('START-4: a command that never ends does not keep the store from closing', async () => {
    const never = here.store.write(() => new Promise<void>(() => undefined));
    never.catch(() => undefined);
    await here.clock.settle();
    const closing = here.store.close();
    await here.clock.advance(serverLimits.storeWaitMs * 2);
    await closing;
  });
}
