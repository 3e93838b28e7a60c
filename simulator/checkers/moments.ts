import { userId } from '../../src/domain/ids.ts';
import { listFor, newsFor } from '../oracle/moments.ts';
import type { OracleMoments } from '../oracle/moments.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/** List and news of moments for each user (MOMENT-2, MOMENT-7); a new friend's earlier posts are included. */
export const momentsChecker: Checker = {
  name: 'moments and their news are as the oracle says',
  end: async (world) => {
    const all = momentsOf(world);
    if (all.moments.length === 0) return [];
    const { oracle } = reviewOf(world);
    const { closed } = oracle.rules;
    const faults: string[] = [];
    for (const { id } of world.people) {
      const isAcquainted = (other: number) =>
        other === id ||
        (!oracle.blocked.areApart(id, other) && (closed || oracle.tie(id, other)?.state === 'friends'));
      const expected = newsFor(id, all, isAcquainted);
      const actual = await world.store.read((tx) => tx.moments.newsAt(userId(id), closed));
      if (actual !== expected)
        faults.push(`the newest for ${id} was at ${actual}, the oracle says ${expected}`);
      const query = { author: null, before: 0, limit: all.moments.length, everyone: closed };
      const rows = await world.store.read((tx) => tx.moments.page(userId(id), query));
      const [actualIds, expectedIds] = [
        rows.map((row) => row.id).join(),
        listFor(id, all, isAcquainted).join(),
      ];
      if (actualIds !== expectedIds)
        faults.push(`${id} gets the moments ${actualIds}, the oracle says ${expectedIds}`);
    }
    return faults;
  },
};

const momentsOf = ({ store }: World): OracleMoments => ({
  moments: store.rows('moments').map((row) => ({
    id: Number(row['id']),
    author: Number(row['author']),
    atMs: Number(row['created_at_ms']),
    seenBy:
      Number(row['limited']) === 0
        ? null
        : store
            .rows('moment_viewers')
            .flatMap((one) => (one['moment'] === row['id'] ? [Number(one['user_id'])] : [])),
  })),
  likes: store.rows('likes').map((row) => ({
    moment: Number(row['moment']),
    by: Number(row['user_id']),
    atMs: Number(row['created_at_ms']),
  })),
  comments: store.rows('comments').map((row) => ({
    moment: Number(row['moment']),
    by: Number(row['author']),
    to: row['reply_to'] === null ? null : Number(row['reply_to']),
    atMs: Number(row['created_at_ms']),
  })),
});
