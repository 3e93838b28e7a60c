import type { Checker } from './checker.ts';

/**
 * Streams are gapless, ordinals and times rise, and a tab's messages arrive as they were written (STREAM-3,
 * SEND-6, SEND-9).
 */
export const orderChecker: Checker = {
  name: 'order is one',
  end: (world, { events, heads }) => {
    const faults: string[] = [];
    const placeOf = new Map<string, { readonly stream: string; readonly seq: number }>();
    for (const [stream, rows] of events) {
      const head = heads.get(stream);
      if (head && (rows.at(-1)?.seq ?? head.floor) !== head.head)
        faults.push(`${stream}: head ${head.head}, last event ${rows.at(-1)?.seq}`);
      let [seq, n, atMs] = [head?.floor ?? 0, 0, 0];
      for (const row of rows) {
        if (row.seq !== seq + 1) faults.push(`${stream}: ${row.seq} follows ${seq}`);
        if (row.atMs < atMs) faults.push(`${stream} ${row.seq}: time runs backwards`);
        [seq, atMs] = [row.seq, row.atMs];
        if (row.facts.kind !== 'message') continue;
        if (row.facts.n <= n) faults.push(`${stream} ${row.seq}: ordinal ${row.facts.n} after ${n}`);
        n = row.facts.n;
        placeOf.set(row.facts.id, { stream, seq: row.seq });
      }
    }
    const last = new Map<string, { readonly seq: number; readonly text: string }>();
    for (const one of world.record.written) {
      // What was refused has lost its place: the network may bring it once more when it is allowed again.
      const place =
        one.id === null || one.released || world.record.refused.has(one.id) ? undefined : placeOf.get(one.id);
      if (!place) continue;
      const key = `${one.tab} ${place.stream}`;
      const was = last.get(key);
      if (was && was.seq > place.seq)
        faults.push(
          `${one.tab} wrote "${was.text}" before "${one.text}", ${place.stream} has them the other way round`,
        );
      last.set(key, { seq: place.seq, text: one.text });
    }
    return faults;
  },
};
