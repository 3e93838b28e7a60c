import { expect, it } from 'vitest';
import { msgId, streamId, userId, type StreamId } from '../../../src/domain/ids.ts';
import type { MessageRow } from '../../../src/ports/store.ts';
import { post } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('group-3');
const ME = userId(1);

/** Digests of messages: no change leaves the one of before. */
export function digests(here: Here): void {
  const say = (stream: StreamId, rows: readonly Partial<MessageRow>[]) =>
    here.store.write(async (tx) => {
      const made = [];
      for (const row of rows) made.push(await post(tx, stream, row));
      return made;
    });

  it('CHECK-2: the digest of a message is right whatever was sent, and after each change', async () => {
    while (here.store.fillStep && (await here.store.fillStep()) !== 'nothing') await here.clock.advance(100);
    const made = await say(A, [
      { content: 'l’été 😀 \ud800', at: [0, 7], pid: msgId(3), extra: { nested: [1, 'a', null] } },
      { root: 1, pid: msgId(1) },
      { root: 1, pid: msgId(1), only: ME },
      { recalled: true, note: { note: 'recalled', by: ME, name: 'Somebody', byManager: true } },
      {},
    ]);
    const others = await say(B, [{ content: 'in a group' }]);
    const ids = [...made, ...others].map((one) => one.msgId);
    const [first = msgId(0), second = msgId(0)] = ids;
    const damaged = () => here.store.read((tx) => tx.checking.damagedMessages(0, 1_000));
    expect(await damaged()).toEqual([]);
    await here.store.write(async (tx) => {
      await tx.messages.update(first, { content: 'edited', at: [5], rev: 1 });
      await tx.messages.update(second, { recalled: true, content: '', type: 'event', extra: null });
      for (const id of ids.slice(2)) await tx.messages.update(id, { extra: { link: { url: 'x' } }, root: 1 });
      await tx.erasing.setNames({ msgId: first, stream: A, extra: { name: 'gone' }, note: null });
    });
    expect(await damaged()).toEqual([]);
  });
}
