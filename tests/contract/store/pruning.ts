import { expect, it } from 'vitest';
import { messageId, msgId, streamId, userId, type StreamId } from '../../../src/domain/ids.ts';
import { happen, invite, ledger, START_MS, token, user } from '../../support/store-rows.ts';
import { streamLimits as limits } from '../../../src/domain/limits.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('1-3');

/** Old events go in short steps, from the low end (SYNC-2). */
export function pruning(here: Here): void {
  const state = (stream: StreamId) =>
    here.store.read(async (tx) => ({
      floor: (await tx.streams.get(stream))?.floor,
      head: (await tx.streams.get(stream))?.head,
      seqs: (await tx.streams.events(stream, 0, 100)).map((event) => event.seq),
    }));
  const fill = async (stream: StreamId, count: number) => {
    for (let made = 0; made < count; made += 1) await here.store.write((tx) => happen(tx, stream));
  };
  const prune = (beforeMs: number, keep: number, limit: number) =>
    here.store.write((tx) => tx.streams.prune(beforeMs, keep, limit));

  it('SYNC-2: events older than the limit go, the floor says so, the head stays', async () => {
    await fill(A, 3);
    await here.clock.advance(100);
    await fill(A, 2);
    await fill(B, 1);
    expect(await prune(START_MS, 100, 100)).toBe(0);
    expect(await prune(START_MS + 100, 100, 100)).toBe(3);
    expect(await state(A)).toEqual({ floor: 3, head: 5, seqs: [4, 5] });
    expect(await state(B)).toEqual({ floor: 0, head: 1, seqs: [1] });
    expect(await prune(START_MS + 100, 100, 100)).toBe(0);
  });

  it('SYNC-2: a stream keeps only its newest events, however young', async () => {
    await fill(A, 5);
    await fill(B, 2);
    expect(await prune(0, 2, 100)).toBe(3);
    expect(await state(A)).toEqual({ floor: 3, head: 5, seqs: [4, 5] });
    expect(await state(B)).toEqual({ floor: 0, head: 2, seqs: [1, 2] });
  });

  it('SYNC-2: one step drops no more than asked, and the steps together drop all', async () => {
    await fill(A, 5);
    await fill(B, 4);
    const steps: number[] = [];
    do steps.push(await prune(START_MS + 1, 100, 2));
    while (steps.at(-1) === 2);
    expect(steps).toEqual([2, 2, 2, 2, 1]);
    expect(await state(A)).toEqual({ floor: 5, head: 5, seqs: [] });
    expect(await state(B)).toEqual({ floor: 4, head: 4, seqs: [] });
  });

  it('SYNC-2: a stream that was emptied goes on with the next number and is pruned again', async () => {
    await fill(A, 2);
    await prune(START_MS + 1, 100, 100);
    await here.clock.advance(10);
    await fill(A, 1);
    expect(await state(A)).toEqual({ floor: 2, head: 3, seqs: [3] });
    expect(await prune(START_MS + 11, 100, 100)).toBe(1);
  });

  it('SYNC-7: what has lived its time is forgotten, no more of a kind than asked, and what lives stays', async () => {
    const { store } = here;
    const me = await store.write((tx) => tx.users.insert(user()));
    await store.write(async (tx) => {
      for (const [at, lives] of [10, 10, 10, 1e12].entries()) {
        await tx.tokens.insert(token({ user: me, hash: `hash ${at}`, expiresAtMs: START_MS + lives }));
        await tx.invites.insert(invite(`invite ${at}`, START_MS + lives));
        await tx.codes.save({
          account: `${at}@b.c`,
          purpose: 'login',
          asker: 'u1',
          hash: 'h',
          sentAtMs: START_MS,
          expiresAtMs: START_MS + lives,
          tries: 0,
        });
      }
      for (const name of ['a', 'b', 'c']) await tx.ops.insert(userId(1), name, 'answer');
    });
    const forget = () => store.write((tx) => tx.upkeep.deleteExpired(2));
    expect(await forget()).toBe(0);
    await here.clock.advance(10);
    expect([await forget(), await forget(), await forget()]).toEqual([6, 3, 0]);
    await here.clock.advance(limits.opLifeMs - 11);
    expect(await forget()).toBe(0);
    await here.clock.advance(1);
    expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0]);
    const left = await store.read(async (tx) => [
      (await tx.tokens.ofUser(me, 0)).map((row) => row.hash),
      (await tx.invites.byCode('invite 3'))?.code,
      await tx.invites.byCode('invite 0'),
      (await tx.codes.get({ account: '3@b.c', purpose: 'login', asker: 'u1' }))?.hash,
    ]);
    expect(left).toEqual([['hash 3'], 'invite 3', null, 'h']);
  });

  it('SYNC-7: the ledger of sends is looked through page by page, and only what is old goes', async () => {
    const { store } = here;
    const ids = ['s-1', 's-2', 's-3', 's-4', 's-5'].map((id) => messageId(id));
    await store.write(async (tx) => {
      for (const [at, id] of ids.entries()) await tx.sends.insert(ledger({ id, createdAtMs: START_MS + at }));
    });
    const page = (after: string, limit: number) =>
      store.read(async (tx) => (await tx.ledger.page(messageId(after), limit)).map((row) => row.id));
    expect([await page('', 3), await page('s-3', 3), await page('s-5', 3)]).toEqual([
      ['s-1', 's-2', 's-3'],
      ['s-4', 's-5'],
      [],
    ]);
    const drop = (after: string, upTo: string, before: number) =>
      store.write((tx) => tx.ledger.delete(messageId(after), messageId(upTo), START_MS + before));
    expect([await drop('', 's-5', 2), await drop('', 's-5', 2), await drop('s-3', 's-4', 9)]).toEqual([
      2, 0, 1,
    ]);
    expect(await page('', 9)).toEqual(['s-3', 's-5']);
  });

  it('CALL-30: a call rings once, and stops ringing once', async () => {
    const { store } = here;
    for (const id of [2, 1]) await store.write((tx) => tx.calls.addRinging(msgId(id)));
    expect(await store.read((tx) => tx.calls.ringing(9))).toEqual(
      [1, 2].map((id) => ({ msgId: id, sinceMs: START_MS })),
    );
    expect(await store.read((tx) => tx.calls.ringing(1))).toHaveLength(1);
    const ends = await Promise.all(
      [1, 1, 1].map((id) => store.write((tx) => tx.calls.endRinging(msgId(id)))),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.read((tx) => tx.calls.ringing(9))).toEqual([{ msgId: 2, sinceMs: START_MS }]);
  });

  it('CALL-40: a talk is kept with when it was last followed, and ends once, unless it was followed since', async () => {
    const { store, clock } = here;
    for (const id of [2, 1]) await store.write((tx) => tx.calls.addTalking(msgId(id)));
    clock.jump(5_000);
    await store.write((tx) => tx.calls.refreshTalking(msgId(1)));
    const talking = (limit: number) => store.read((tx) => tx.calls.talking(limit));
    expect(await talking(9)).toEqual([
      { msgId: 1, sinceMs: START_MS, seenMs: START_MS + 5_000 },
      { msgId: 2, sinceMs: START_MS, seenMs: START_MS },
    ]);
    expect(await talking(1)).toHaveLength(1);
    expect(await store.write((tx) => tx.calls.endTalking(msgId(1), START_MS))).toBe(false);
    const ends = await Promise.all(
      [1, 1, 1].map((id) => store.write((tx) => tx.calls.endTalking(msgId(id)))),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect((await talking(9)).map((row) => row.msgId)).toEqual([2]);
    expect(await store.read((tx) => Promise.all([1, 2].map((id) => tx.calls.isTalking(msgId(id)))))).toEqual([
      false,
      true,
    ]);
  });
}
