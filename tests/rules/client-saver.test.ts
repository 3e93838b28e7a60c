import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { readStored } from '../../src/client/persistence/records.ts';
import { createSaver } from '../../src/client/persistence/saver.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { persistenceLimits as limits } from '../../src/client/state/limits.ts';
import type { State } from '../../src/client/state/state.ts';
import type { RecordsPort } from '../../src/ports/storage.ts';
import { gate } from '../support/gate.ts';
import { lastText, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

const BERT = aContact(9, lastText('one', 1_000));
const CARL = aContact(12, lastText('two', 2_000));

/** A saver for a user with these two chats. The test controls the writes of the device. */
function saving() {
  const clock = createVirtualClock();
  const { records } = createMemoryProfile();
  let state = stateWith([BERT, CARL]);
  let stamps = 0;
  const report = { isMine: true, before: () => Promise.resolve(), does: (): boolean | 'fails' => true };
  const log: string[] = [];
  /** The rows of contacts of each write that was tried. */
  const writes: (readonly string[])[] = [];
  const write: RecordsPort['write'] = async (user, changes, when) => {
    writes.push(changes.flatMap(({ store, key }) => (store === 'allContacts' ? [key] : [])));
    await report.before();
    const does = report.does();
    if (does === 'fails') throw new Error('no room left');
    return does && records.write(user, changes, when);
  };
  const saver = createSaver({
    user: '7',
    login: 'a',
    clock,
    log: { write: (_, what) => void log.push(what) },
    records: { ...records, write },
    get: () => state,
    newStamp: () => `stamp ${(stamps += 1)}`,
    stamp: null,
    baseline: null,
    stillMine: () => report.isMine,
  });
  const set = (next: State) => {
    state = next;
    saver.onChange();
  };
  /** Changes Bert's last message. */
  const speak = (content: string) => {
    const contacts = state.contacts.with({ ...BERT, ...lastText(content, 3_000) });
    set({ ...state, contacts });
  };
  const listStored = async () =>
    (await readStored(records, '7')).snapshot?.contacts.map(({ last }) => last?.content) ?? [];
  return { clock, records, saver, report, log, writes, set, says: speak, kept: listStored };
}

describe('parts of a state that are saved', () => {
  it('STORE-12: a tab that does not hold the lock writes nothing, and what it has once it does', async () => {
    const on = saving();
    on.saver.onChange();
    expect(on.clock.pending()).toBe(0);
    await on.saver.flush();
    expect([on.writes, on.clock.pending()]).toEqual([[], 0]);
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    expect([on.writes, await on.kept()]).toEqual([[['12', '9']], ['two', 'one']]);
    on.says('three');
    on.saver.hold(false);
    await on.clock.advance(60_000);
    await on.saver.flush();
    expect(on.writes).toHaveLength(1);
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    expect(on.writes.slice(1)).toEqual([['9']]);
  });

  it('STORE-5: all that changes within a moment is one write, and one follows the other', async () => {
    const on = saving();
    on.saver.hold(true);
    for (const word of ['a', 'b', 'c']) on.says(word);
    expect(on.clock.pending()).toBe(1);
    await on.clock.advance(limits.saveAfterMs - 1);
    expect(on.writes).toEqual([]);
    await on.clock.advance(1);
    expect(on.writes).toHaveLength(1);
    const slow = gate();
    on.report.before = () => slow.passed;
    on.says('d');
    await on.clock.advance(limits.saveAfterMs);
    on.says('e');
    const flushed = on.saver.flush();
    await on.clock.advance(60_000);
    expect(on.writes).toHaveLength(2);
    slow.open();
    await flushed;
    expect(on.writes.slice(1)).toEqual([['9'], ['9']]);
    expect(await on.kept()).toEqual(['two', 'e']);
    await on.clock.advance(60_000);
    expect([on.writes.length, on.clock.pending()]).toEqual([3, 0]);
  });

  it('STORE-5: a change during a write is written after it, without a request', async () => {
    const on = saving();
    const slow = gate();
    on.report.before = () => slow.passed;
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    on.set({ ...stateWith([BERT]) });
    slow.open();
    await on.clock.advance(limits.saveAfterMs);
    expect(await on.kept()).toEqual(['one']);
  });

  it('STORE-5: without a user, and before the list is known, nothing is written', async () => {
    const on = saving();
    on.set(EMPTY);
    on.saver.hold(true);
    const baseState = stateWith([BERT]);
    for (const state of [EMPTY, { ...baseState, self: null }, { ...baseState, sync: EMPTY.sync }]) {
      on.set(state);
      await on.clock.advance(limits.saveAfterMs);
      await on.saver.flush();
    }
    expect(on.writes).toEqual([]);
    on.set(baseState);
    await on.saver.flush();
    await on.saver.flush();
    expect(on.writes).toEqual([['9']]);
  });

  it('STORE-5: a saver that has ended waits for the write under way, and begins no other', async () => {
    const on = saving();
    const slow = gate();
    on.report.before = () => slow.passed;
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    on.says('three');
    let isOver = false;
    const over = on.saver.stop().then(() => (isOver = true));
    await on.clock.settle();
    expect([isOver, on.clock.pending()]).toEqual([false, 0]);
    slow.open();
    await over;
    on.says('four');
    on.saver.onChange();
    await on.saver.flush();
    await on.clock.advance(60_000);
    expect([on.writes.length, await on.kept(), on.clock.pending()]).toEqual([1, ['two', 'one'], 0]);
  });

  it('STORE-5: the state of another tab is replaced whole; two refusals delay the next try', async () => {
    const on = saving();
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    const value = { stamp: 'another', login: 'a', meta: {} };
    await on.records.write('7', [{ store: 'meta', key: 'snapshot', value }]);
    on.says('three');
    await on.clock.advance(limits.saveAfterMs);
    expect([on.writes.slice(1), on.log]).toEqual([[['9'], ['9', '12']], []]);
    on.report.does = () => false;
    on.says('four');
    await on.clock.advance(limits.saveAfterMs);
    expect(on.log).toEqual(['snapshot.refused']);
    on.report.does = () => true;
    await on.clock.advance(limits.saveAfterMs);
    expect(await on.kept()).toEqual(['two', 'four']);
  });

  it('STORE-5: a state that is no longer of this session is written only once', async () => {
    const on = saving();
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    on.report.isMine = false;
    on.report.does = () => false;
    on.says('three');
    await on.clock.advance(limits.saveAfterMs);
    expect([on.writes.length, on.log]).toEqual([2, []]);
  });

  it('SESS-3: a tab that is signed out writes nothing where nothing is stored', async () => {
    const on = saving();
    on.report.isMine = false;
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    on.says('three');
    await on.clock.advance(limits.saveAfterMs);
    expect([on.writes, await on.kept(), on.log]).toEqual([[], [], []]);
  });

  it('STORE-13: each failure doubles the wait up to a minute; a success ends that', async () => {
    const on = saving();
    on.saver.hold(true);
    await on.clock.advance(limits.saveAfterMs);
    on.report.does = () => 'fails';
    on.says('three');
    const at: number[] = [];
    const from = on.clock.elapsedMs();
    on.report.before = () => Promise.resolve(void at.push(on.clock.elapsedMs() - from));
    await on.clock.advance(5 * 60_000);
    const waits = at.map((ms, n) => ms - (at[n - 1] ?? 0));
    const doubled = Array.from({ length: waits.length }, (_, n) => limits.saveAfterMs * 2 ** n);
    expect(waits).toEqual(doubled.map((ms) => Math.min(ms, limits.saveAgainMaxMs)));
    expect(on.log).toEqual(waits.map(() => 'snapshot.failed'));
    on.report.does = () => true;
    await on.clock.advance(limits.saveAgainMaxMs);
    expect(on.writes.at(-1)).toEqual(['9', '12']);
    on.says('four');
    await on.clock.advance(limits.saveAfterMs);
    expect(await on.kept()).toEqual(['two', 'four']);
  });
});
