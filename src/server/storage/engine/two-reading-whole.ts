import { msgId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { NotYetError } from '../../kernel/store-errors.ts';
import { inTurn, ofBoth } from './two-both.ts';
import { epochOf } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Parts, Rules } from './two-rules.ts';

/** Numbers of both are counted from where each begins. */
async function byNumber(
  places: Places,
  parts: Parts,
  what: 'strayMessages' | 'damagedMessages',
  [from, upTo]: readonly [number, number],
) {
  const base = places.from.numbers - 1;
  const [first, other] = [await parts.read(0), await parts.read(1)];
  return [
    ...(await first.checking[what](from, Math.min(upTo, base))),
    ...(await other.checking[what](base + from, base + upTo)),
  ];
}

const checking = (places: Places): Rules<ReadTx>['checking'] => ({
  streams: {
    by: (parts, name, limit) =>
      inTurn(parts, places.ofName(name), limit, (tx, left, isFresh) =>
        tx.checking.streams(isFresh ? '' : name, left),
      ),
  },
  ordinals: places.stream,
  seqs: places.stream,
  straySeq: places.stream,
  // Numbers of both are counted from where each begins.
  newestMessage: {
    by: async (parts) => {
      const first = await (await parts.read(0)).checking.newestMessage();
      const newest = await (await parts.read(1)).checking.newestMessage();
      return msgId(Math.max(first, newest - places.from.numbers + 1));
    },
  },
  strayMessages: { by: (parts, ...range) => byNumber(places, parts, 'strayMessages', range) },
  damagedMessages: { by: (parts, ...range) => byNumber(places, parts, 'damagedMessages', range) },
  members: {
    by: async (parts, from, limit) => {
      const rows = await inTurn(parts, places.ofName(from.stream), limit, (tx, left, isFresh) =>
        tx.checking.members(isFresh ? { stream: '', user: 0 } : from, left),
      );
      const known = await (await parts.read(0)).users.byIds([...new Set(rows.map(({ user }) => user))]);
      return rows.map((row) => ({ ...row, isPerson: known.has(row.user) }));
    },
  },
  groups: {
    by: (parts, from, limit) =>
      inTurn(parts, places.ofGroup(from), limit, (tx, left, isFresh) =>
        tx.checking.groups(isFresh ? 0 : from, left),
      ),
  },
  heldFiles: {
    by: async (parts, holder, from, limit) => {
      const ids = await ofBoth(parts, (tx) => tx.checking.heldFiles(holder, from, limit));
      return [...new Set(ids)].toSorted((a, b) => a - b).slice(0, limit);
    },
  },
  files: 'first',
});

const overview = (): Rules<ReadTx>['overview'] => ({
  people: 'first',
  figures: 'first',
  groups: {
    by: () => Promise.reject(new NotYetError('list of all groups')),
  },
});

const history = (): Rules<ReadTx>['history'] => ({
  // Whichever of them is another one, all is another one (STREAM-9).
  epoch: {
    by: async (parts) =>
      epochOf(await (await parts.read(0)).history.epoch(), await (await parts.read(1)).history.epoch()),
  },
  chapters: 'first',
  home: 'first',
  bytes: {
    by: async (parts) => {
      const first = await (await parts.read(0)).history.bytes();
      return first + (await (await parts.read(1)).history.bytes());
    },
  },
});

/** Reads of everything: checks, metrics, history. */
export const wholeReading = (places: Places) => ({
  checking: checking(places),
  overview: overview(),
  history: history(),
});
