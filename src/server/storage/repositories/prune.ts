import type { StreamId } from '../../../domain/ids.ts';
import type { StreamsWriting } from '../../../ports/store.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

/** Streams whose oldest event is too old, by index; the longest waiting first. */
const aged = plan((db, a: { before: number; limit: number }) =>
  db
    .selectFrom('streams')
    .select(['stream', 'floor', 'head'])
    .where('oldest_at_ms', '<', a.before)
    .orderBy('oldest_at_ms')
    .limit(a.limit),
);
const long = plan((db, a: { keep: number; limit: number }) =>
  db
    .selectFrom('streams')
    .select(['stream', 'floor', 'head'])
    .where((e) => e(e('head', '-', e.ref('floor')), '>', a.keep))
    .limit(a.limit),
);
const oldest = plan((db, a: { stream: StreamId; floor: number; limit: number }) =>
  db
    .selectFrom('events')
    .select(['seq', 'at_ms'])
    .where('stream', '=', a.stream)
    .where('seq', '>', a.floor)
    .orderBy('seq')
    .limit(a.limit),
);
const drop = plan((db, a: { stream: StreamId; floor: number }) =>
  db.deleteFrom('events').where('stream', '=', a.stream).where('seq', '<=', a.floor),
);
const raise = plan((db, a: { stream: StreamId; floor: number; oldest: number | null }) =>
  db
    .updateTable('streams')
    .set({ floor: a.floor, oldest_at_ms: a.oldest })
    .where('stream', '=', a.stream)
    .where('floor', '<', a.floor),
);

interface Candidate {
  readonly stream: StreamId;
  readonly floor: number;
  readonly head: number;
}

export const pruneWriting = (sql: Executor): Pick<StreamsWriting, 'prune' | 'drop'> => ({
  drop: async (stream, upTo, nextAtMs) => {
    await sql.all(drop, { stream, floor: upTo });
    await sql.all(raise, { stream, floor: upTo, oldest: nextAtMs });
  },
  prune: async (beforeMs, keep, limit) => {
    let dropped = 0;
    const low = async ({ stream, floor, head }: Candidate) => {
      // One more than may be deleted: it becomes the oldest.
      const events = await sql.all(oldest, { stream, floor, limit: limit - dropped + 1 });
      const firstKept = events.findIndex((event) => event.at_ms >= beforeMs && event.seq > head - keep);
      const toRemove = Math.min(firstKept === -1 ? events.length : firstKept, limit - dropped);
      const last = events[toRemove - 1];
      if (!last) return;
      await sql.all(drop, { stream, floor: last.seq });
      await sql.all(raise, { stream, floor: last.seq, oldest: events[toRemove]?.at_ms ?? null });
      dropped += toRemove;
    };
    for (const stream of await sql.all(aged, { before: beforeMs, limit })) {
      if (dropped >= limit) return dropped;
      await low(stream);
    }
    // Read after the first part, which has raised floors.
    if (dropped < limit) {
      for (const stream of await sql.all(long, { keep, limit })) {
        if (dropped >= limit) return dropped;
        await low(stream);
      }
    }
    return dropped;
  },
});
