import { expect, it } from 'vitest';
import { groupId, userId } from '../../../src/domain/ids.ts';
import type { LinkRow, RequestRow } from '../../../src/ports/store.ts';
import { START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const [A, B] = [groupId(1), groupId(2)];
const link = (more: Partial<LinkRow> = {}): Omit<LinkRow, 'id' | 'used'> => ({
  group: A,
  by: userId(1),
  createdAtMs: START_MS,
  untilMs: null,
  max: null,
  asks: false,
  guestDays: 0,
  ...more,
});
const request = (user: number, more: Partial<RequestRow> = {}): RequestRow => ({
  group: A,
  user: userId(user),
  text: 'words',
  link: 1,
  atMs: START_MS + user,
  endsMs: START_MS + 50,
  ...more,
});

/** Links for joining groups, and requests to join. */
export function entrances(here: Here): void {
  it('GROUP-24: a link lives until its time, its last place or its end; a place is taken once', async () => {
    const { store } = here;
    const add = (more?: Partial<LinkRow>) => store.write((tx) => tx.entrances.addLink(link(more)));
    const [open, short, one] = [await add(), await add({ untilMs: START_MS + 10 }), await add({ max: 1 })];
    const other = await add({ group: B, asks: true });
    const living = async (group = A) =>
      (await store.read((tx) => tx.entrances.linksOf(group))).map(({ id }) => id);
    expect(await living()).toEqual([one.id, short.id, open.id]);
    expect(await store.read((tx) => tx.entrances.link(other.id))).toEqual({
      ...other,
      group: B,
      asks: true,
      used: 0,
    });
    const accepted = await Promise.all(
      [1, 2, 3].map(() => store.write((tx) => tx.entrances.useLink(one.id))),
    );
    expect(accepted.filter(Boolean)).toHaveLength(1);
    expect(await store.read((tx) => tx.entrances.link(one.id))).toBeNull();
    expect(await store.write((tx) => tx.entrances.useLink(open.id))).toBe(true);
    expect(await store.read((tx) => tx.entrances.link(open.id))).toMatchObject({ used: 1 });
    await here.clock.advance(10);
    expect(await living()).toEqual([open.id]);
    expect(await store.write((tx) => tx.entrances.useLink(short.id))).toBe(false);
    expect(await store.write((tx) => tx.entrances.endLink(B, open.id))).toBe(false);
    expect(await store.write((tx) => tx.entrances.endLink(A, open.id))).toBe(true);
    expect([await living(), await living(B)]).toEqual([[], [other.id]]);
    await store.write((tx) => tx.entrances.close(B));
    expect(await living(B)).toEqual([]);
  });

  it('GROUP-25: one request for each person and group, the oldest first, until its time', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      for (const row of [
        request(3),
        request(2),
        request(2, { group: B }),
        request(4, { endsMs: START_MS + 5 }),
      ])
        await tx.entrances.saveRequest(row);
      await tx.entrances.saveRequest(request(3, { text: 'others', atMs: START_MS + 9 }));
    });
    const waiting = async () =>
      (await store.read((tx) => tx.entrances.requestsOf(A, 9))).map(({ user }) => user);
    expect(await waiting()).toEqual([2, 4, 3]);
    expect(await store.read((tx) => tx.entrances.request(A, userId(3)))).toEqual(
      request(3, { text: 'others', atMs: START_MS + 9 }),
    );
    expect(await store.read((tx) => tx.entrances.requestCount({ group: A }))).toBe(3);
    expect(await store.read((tx) => tx.entrances.requestCount({ user: userId(2) }))).toBe(2);
    await here.clock.advance(5);
    expect(await waiting()).toEqual([2, 3]);
    expect(await store.write((tx) => tx.upkeep.deleteExpired(10))).toBe(1);
    await store.write((tx) => tx.entrances.dropRequests(A, [userId(2), userId(7)]));
    expect(await waiting()).toEqual([3]);
    await store.write((tx) => tx.entrances.close(A));
    expect(await waiting()).toEqual([]);
    expect(await store.read((tx) => tx.entrances.request(B, userId(2)))).not.toBeNull();
  });
}
