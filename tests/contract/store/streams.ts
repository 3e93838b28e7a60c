import fc from 'fast-check';
import { expect, it } from 'vitest';
import { streamId, userId, type StreamId } from '../../../src/domain/ids.ts';
import { happen, member, post, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('group-3');

/** Places, events, cursors. */
export function streams(here: Here): void {
  it('STREAM-3: a stream starts empty and each event takes the next place', async () => {
    const opened = await here.store.write((tx) => tx.streams.open(A));
    expect(opened).toEqual({ stream: A, head: 0, count: 0, floor: 0, tx: 0, lastAtMs: 0 });
    const places = await here.store.write(async (tx) => [
      await tx.streams.advance(A, true),
      await tx.streams.advance(A, false),
      await tx.streams.advance(A, true),
    ]);
    expect(places.map(({ seq, n }) => [seq, n])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    const again = await here.store.write((tx) => tx.streams.open(A));
    expect(again).toMatchObject({ head: 3, count: 2, lastAtMs: START_MS });
  });

  it('STREAM-20: chapters are listed newest first, each with the number of its start, some dozens', async () => {
    const before = (await here.store.read((tx) => tx.history.chapters())).length;
    await here.store.write((tx) => tx.history.beginChapter('one'));
    await here.store.write((tx) => happen(tx, A));
    await Promise.all(['two', 'three'].map((id) => here.store.write((tx) => tx.history.beginChapter(id))));
    const list = await here.store.read((tx) => tx.history.chapters());
    expect(list.length).toBe(before + 3);
    expect(
      list
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['three', 'two']);
    expect(list[2]?.id).toBe('one');
    for (const { from } of list) expect(Number.isSafeInteger(from)).toBe(true);
    expect(list[0]!.from).toBeGreaterThanOrEqual(list[2]!.from);
    for (let at = 0; at < 80; at += 1)
      await here.store.write((tx) => tx.history.beginChapter(`chapterofatest${at}`));
    const storedRows = await here.store.read((tx) => tx.history.chapters());
    expect(storedRows[0]?.id).toBe('chapterofatest79');
    expect(storedRows.length).toBeGreaterThan(20);
    expect(storedRows.map(({ id }) => id)).toEqual(storedRows.map((_, at) => `chapterofatest${79 - at}`));
  });

  it('SEND-17: many places are taken at once, and their events written together', async () => {
    await here.store.write((tx) => happen(tx, A));
    const last = await here.store.write(async (tx) => {
      const place = await tx.streams.advance(A, true, 40);
      const facts = { kind: 'rename', by: userId(1), name: 'Together' } as const;
      await tx.streams.append(
        ...Array.from({ length: 40 }, (_, at) => ({
          stream: A,
          seq: place.seq - 39 + at,
          atMs: place.atMs,
          facts,
        })),
      );
      return place;
    });
    expect(last).toMatchObject({ seq: 41, n: 40 });
    expect(await here.store.read((tx) => tx.streams.get(A))).toMatchObject({ head: 41, count: 40 });
    expect((await here.store.read((tx) => tx.streams.events(A, 0, 100))).map((event) => event.seq)).toEqual(
      Array.from({ length: 41 }, (_, at) => at + 1),
    );
  });

  it('STREAM-3: a stream that nobody opened opens with its first event', async () => {
    await here.store.write((tx) => happen(tx, B));
    expect(await here.store.read((tx) => tx.streams.get(B))).toMatchObject({ head: 1, count: 0 });
    expect(await here.store.read((tx) => tx.streams.get(A))).toBeNull();
  });

  it('STREAM-3: whatever fails, every stream is gapless and so are its ordinals', async () => {
    const commands = fc.array(
      fc.record({
        steps: fc.array(fc.record({ stream: fc.constantFrom(A, B), listed: fc.boolean() }), { maxLength: 4 }),
        fails: fc.boolean(),
        together: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const running: Promise<unknown>[] = [];
        for (const { steps, fails, together } of list) {
          const done = here.store
            .write(async (tx) => {
              for (const { stream, listed } of steps) await (listed ? post(tx, stream) : happen(tx, stream));
              if (fails) throw new Error('refused');
            })
            .catch(() => undefined);
          running.push(done);
          if (!together) await done;
        }
        await Promise.all(running);
        for (const stream of [A, B]) await expectGapless(here, stream);
      }),
      { numRuns: 25 },
    );
  });

  it('SEND-9: the time of an event is never behind the last of its stream', async () => {
    await here.clock.advance(500);
    await here.store.write((tx) => happen(tx, A));
    here.clock.jump(-400);
    const [first, second] = await here.store.write(async (tx) => [
      await tx.streams.advance(A, false),
      await tx.streams.advance(B, false),
    ]);
    expect(first?.atMs).toBe(START_MS + 500);
    expect(second?.atMs).toBe(START_MS + 100);
    here.clock.jump(1_000);
    expect((await here.store.write((tx) => tx.streams.advance(A, false))).atMs).toBe(START_MS + 1_100);
  });

  it('STREAM-4: an event comes back with exactly its facts', async () => {
    const facts = { kind: 'added', by: userId(1), users: [userId(2), userId(3)], members: 4 } as const;
    await here.store.write(async (tx) => {
      const { seq, atMs } = await tx.streams.advance(B, false);
      await tx.streams.append({ stream: B, seq, atMs, facts });
    });
    expect(await here.store.read((tx) => tx.streams.events(B, 0, 10))).toEqual([
      { stream: B, seq: 1, tx: expect.any(Number) as number, atMs: START_MS, facts },
    ]);
  });

  it('SYNC-1: events are read in order, after a position and up to a limit', async () => {
    for (let count = 0; count < 5; count += 1) await here.store.write((tx) => happen(tx, A));
    for (const [after, seqs] of [
      [0, [1, 2, 3]],
      [3, [4, 5]],
      [5, []],
    ] as const) {
      const events = await here.store.read((tx) => tx.streams.events(A, after, 3));
      expect(events.map((event) => event.seq)).toEqual(seqs);
    }
  });

  it('SYNC-1: a cursor taken now finds everything that commits later and nothing from before', async () => {
    await here.store.write((tx) => happen(tx, A));
    await here.store.write((tx) => happen(tx, B));
    const cursor = await here.store.read((tx) => tx.streams.now());
    const move = () =>
      here.store.read(async (tx) =>
        (await tx.streams.changedSince([B, A, A, streamId('u9')], cursor)).map((row) => row.stream),
      );
    expect(await move()).toEqual([]);
    await here.store.write((tx) => happen(tx, B));
    expect(await move()).toEqual([B]);
    await here.store.write(async (tx) => void (await Promise.all([happen(tx, A), happen(tx, B)])));
    expect(await move()).toEqual([A, B]);
    const since = await here.store.read((tx) => tx.streams.eventsSince(B, cursor, 0, 10));
    expect(since.map((event) => event.seq)).toEqual([2, 3]);
    expect(await here.store.read((tx) => tx.streams.eventsSince(B, cursor, 2, 10))).toHaveLength(1);
    expect(await here.store.read((tx) => tx.streams.eventsSince(B, cursor, 0, 1))).toMatchObject([
      { seq: 2 },
    ]);
  });

  if (here.grouped)
    it('SYNC-1: events of one group carry one number, and only a moved stream makes a new one', async () => {
      const now = () => here.store.read((tx) => tx.streams.now());
      const before = await now();
      await here.store.write((tx) => tx.members.save(member(A, userId(1))));
      await here.store
        .write((tx) => happen(tx, A).then(() => Promise.reject(new Error('refused'))))
        .catch(() => undefined);
      expect(await now()).toBe(before);
      await Promise.all([here.store.write((tx) => happen(tx, A)), here.store.write((tx) => happen(tx, B))]);
      const rows = await here.store.read((tx) => tx.streams.changedSince([A, B], before));
      expect(rows.map((row) => row.tx)).toEqual([before, before]);
      expect(await now()).toBe(before + 1);
    });

  it('ADMIN-2: all streams are read page by page', async () => {
    for (const name of ['1-2', 'group-1', 'u1'])
      await here.store.write((tx) => tx.streams.open(streamId(name)));
    const names = await here.store.read((tx) => tx.streams.names('', 9));
    const order = ['1-2', 'group-1', 'u1'];
    expect(names).toEqual(order);
    for (const [at, name] of names.entries())
      expect(await here.store.read((tx) => tx.streams.names(name, 1))).toEqual(names.slice(at + 1, at + 2));
  });

  it('SYNC-6: thousands of streams are asked about in one call', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => streamId(`group-${index + 1}`));
    await here.store.write(async (tx) => {
      for (const name of names) await tx.streams.open(name);
    });
    const cursor = await here.store.read((tx) => tx.streams.now());
    await here.store.write((tx) => happen(tx, names[1_400] as StreamId));
    expect(await here.store.read((tx) => tx.streams.changedSince(names, cursor))).toHaveLength(1);
  });

  it('STREAM-9: the epoch is one text for the life of the data', async () => {
    const epoch = await here.store.epoch();
    expect(epoch).toMatch(/^[0-9a-f]{32}$/);
    if (!here.place.durable) return;
    await here.store.close();
    here.store = await here.place.open({ clock: here.clock, beforeCommit: () => undefined });
    expect(await here.store.epoch()).toBe(epoch);
  });

  it('STREAM-15: of several who renew the epoch that they saw, one does', async () => {
    const epoch = await here.store.epoch();
    const renewed = await Promise.all(
      ['first', 'second', 'third'].map((fresh) =>
        here.store.write((tx) => tx.history.renewEpoch(fresh, epoch)),
      ),
    );
    expect(renewed.filter(Boolean)).toEqual([true]);
    const now = await here.store.epoch();
    expect(now).toBe(['first', 'second', 'third'][renewed.indexOf(true)]);
    expect(await here.store.read((tx) => tx.history.home())).toMatch(/^[0-9a-f]{32}$/);
  });

  it('OPS-3: tells how many bytes the database takes', async () => {
    expect(await here.store.read((tx) => tx.history.bytes())).toBeGreaterThan(100_000);
  });
}

async function expectGapless(here: Here, stream: StreamId): Promise<void> {
  await here.store.read(async (tx) => {
    const row = await tx.streams.get(stream);
    const events = await tx.streams.events(stream, 0, 10_000);
    expect(events.map((event) => event.seq)).toEqual(
      Array.from({ length: row?.head ?? 0 }, (_, index) => index + 1),
    );
    const ordinals = events.flatMap(({ facts }) => (facts.kind === 'message' ? [facts.n] : []));
    expect(ordinals).toEqual(Array.from({ length: row?.count ?? 0 }, (_, index) => index + 1));
  });
}
