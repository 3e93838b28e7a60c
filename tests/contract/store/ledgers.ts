import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageId, userId } from '../../../src/domain/ids.ts';
import { streamLimits as limits } from '../../../src/domain/limits.ts';
import { ledger } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** Sends and creating commands: a repeated request gets an answer again, but is executed once. */
export function ledgers(here: Here): void {
  it('SEND-1: an id is taken once, by whoever comes first, and its row stays as it was', async () => {
    const first = ledger({ id: messageId('same'), sender: userId(1) });
    const second = ledger({ id: messageId('same'), sender: userId(2), hash: 'other' });
    expect(
      await here.store.write(async (tx) => [await tx.sends.insert(first), await tx.sends.insert(second)]),
    ).toEqual([true, false]);
    expect(await here.store.write((tx) => tx.sends.insert(second))).toBe(false);
    expect(await here.store.read((tx) => tx.sends.get(messageId('same')))).toEqual(first);
    expect(await here.store.read((tx) => tx.sends.get(messageId('other')))).toBeNull();
  });

  it('SEND-17: of many at once all are taken, or the answer says that one was not', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ledger({ id: messageId(`many-${at}`), seq: at + 1 }));
    expect(await here.store.write((tx) => tx.sends.insert(...rows))).toBe(true);
    const cache = await here.store.read((tx) => tx.sends.getAll(rows.map((row) => row.id)));
    expect(rows.map((row) => cache.get(row.id))).toEqual(rows);
    expect(
      await here.store.write((tx) =>
        tx.sends.insert(ledger({ id: messageId('fresh') }), ...rows.slice(3, 5)),
      ),
    ).toBe(false);
  });

  it('SEND-1: of any number of repeats at the same time exactly one is taken', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 1, maxLength: 20 }), async (draws) => {
        const run = `run ${(runs += 1)} `;
        const accepted = await Promise.all(
          draws.map((draw) =>
            here.store.write((tx) => tx.sends.insert(ledger({ id: messageId(`${run}${draw}`) }))),
          ),
        );
        const firsts = draws.map((draw, index) => draws.indexOf(draw) === index);
        if (here.grouped) expect(accepted).toEqual(firsts);
        for (const draw of draws)
          expect(draws.filter((one, at) => one === draw && accepted[at])).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
  });

  it('SEND-2: a send that was rolled back is not in the ledger', async () => {
    const row = ledger();
    await expect(
      here.store.write((tx) => tx.sends.insert(row).then(() => Promise.reject(new Error('refused')))),
    ).rejects.toThrow('refused');
    expect(await here.store.write((tx) => tx.sends.insert(row))).toBe(true);
  });

  it('GROUP-1: an answer is kept per person and name for a day, then the name is free', async () => {
    const add = (who: number, answer: string) =>
      here.store.write((tx) => tx.ops.insert(userId(who), 'op', answer));
    const get = (who: number) => here.store.read((tx) => tx.ops.get(userId(who), 'op'));
    expect([await add(1, 'a'), await add(1, 'b'), await add(2, 'c')]).toEqual([true, false, true]);
    expect([await get(1), await get(2), await get(3)]).toEqual(['a', 'c', null]);
    await here.clock.advance(limits.opLifeMs - 1);
    expect(await get(1)).toBe('a');
    await here.clock.advance(1);
    expect(await get(1)).toBeNull();
    expect(await add(1, 'd')).toBe(true);
    expect(await get(1)).toBe('d');
  });
}
