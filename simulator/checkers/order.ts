import { bodiesOf } from '../recorder/body.ts';
import type { World } from '../world/world-type.ts';
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
    const unheard = refusedUnheard(world);
    const last = new Map<string, { readonly seq: number; readonly text: string }>();
    for (const one of world.record.messages) {
      // A refused message loses its place: the network may deliver it again once it is allowed.
      const { id } = one;
      const isBound = id !== null && !one.released && !world.record.refused.has(id) && !unheard.has(id);
      const place = isBound ? placeOf.get(id) : undefined;
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

/**
 * Items refused in an array whose answer died with its node: any delivery of a later item also delivered this
 * one before, and that one was sent first.
 */
function refusedUnheard({ recorder }: World): ReadonlySet<string> {
  const commandOf = new Map<string, number>();
  for (const [at, ran] of recorder.ran.entries())
    for (const { facts } of ran.events)
      if (facts.kind === 'message' && ran.state !== 'gone') commandOf.set(facts.id, at);
  const arrays = recorder.requests
    .filter(({ call }) => call === 'sendmessage')
    .map(({ from, answer, body }) => ({ from, answer, ids: bodiesOf(body).map(({ id }) => String(id)) }));
  const refused = new Set<string>();
  for (const { answer, ids } of arrays)
    for (const [place, id] of answer === null ? ids.entries() : []) {
      const isRefused = ids.slice(place + 1).some((later) => {
        const at = commandOf.get(later) ?? Infinity;
        const bringers = arrays.filter((one) => one.from <= at && one.ids.includes(later));
        const isBefore = (one: (typeof arrays)[number]): boolean =>
          one.ids.includes(id) && one.ids.indexOf(id) < one.ids.indexOf(later);
        return at < (commandOf.get(id) ?? 0) && bringers.every(isBefore);
      });
      if (isRefused) refused.add(id);
    }
  return refused;
}
