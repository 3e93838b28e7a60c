import type { StreamId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { entryOf, storePoint } from '../../kernel/store-point.ts';
import { byStream } from '../repositories/rows.ts';
import { BOTH, inTurn, ofBoth } from './two-both.ts';
import { listedFiles, unusedFiles } from './two-files.ts';
import { parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const conversations = ({ second, ofStream }: Places): Rules<ReadTx>['conversations'] => ({
  of: {
    by: async (parts, user, streams) => {
      const [first, other] = parted(streams, ofStream);
      const views = [
        ...(first.length > 0 ? await (await parts.read(0)).conversations.of(user, first) : []),
        ...(other.length > 0 ? await (await parts.read(1)).conversations.of(user, other) : []),
      ];
      return views.toSorted((a, b) => byStream(a.stream, b.stream));
    },
  },
  part: {
    by: async (parts, user, from) => {
      const at = from === null ? 0 : ofStream(from);
      const part = await (await parts.read(at)).conversations.part(user, from);
      return part ?? (at === 0 ? (await parts.read(1)).conversations.part(user, null) : null);
    },
  },
  one: second,
});

const streams = ({ stream, ofStream, ofName }: Places): Rules<ReadTx>['streams'] => ({
  get: stream,
  events: stream,
  eventsSince: {
    by: async (parts, of, point, seq, limit) => {
      const at = ofStream(of);
      return (await parts.read(at)).streams.eventsSince(of, entryOf(point, at), seq, limit);
    },
  },
  movedSince: {
    by: async (parts, streams, point) => {
      const both = parted(streams, ofStream);
      const rows = await Promise.all(
        BOTH.map(async (at) =>
          both[at].length === 0
            ? []
            : (await parts.read(at)).streams.movedSince(both[at], entryOf(point, at)),
        ),
      );
      return rows.flat().toSorted(byStream);
    },
  },
  outside: 'first',
  names: {
    by: (parts, name, limit) =>
      inTurn(parts, ofName(name), limit, (tx, left, isFresh) => tx.streams.names(isFresh ? '' : name, left)),
  },
  now: {
    by: async (parts) => {
      const first = await (await parts.read(0)).streams.now();
      return storePoint(entryOf(first, 0), entryOf(await (await parts.read(1)).streams.now(), 0));
    },
  },
});

const timers = ({ stream }: Places): Rules<ReadTx>['timers'] => ({
  of: stream,
  due: {
    by: async (parts, nowMs, limit) =>
      (await ofBoth(parts, (tx) => tx.timers.due(nowMs, limit))).slice(0, limit),
  },
});

const words = ({ ofStream, ofName }: Places): Rules<ReadTx>['words'] => ({
  waiting: {
    by: (parts, name, limit) =>
      inTurn(parts, ofName(name), limit, (tx, left, isFresh) => tx.words.waiting(isFresh ? '' : name, left)),
  },
  isBehind: {
    by: async (parts) => {
      for (const at of BOTH) if (await (await parts.read(at)).words.isBehind()) return true;
      return false;
    },
  },
  ungrouped: {
    by: async (parts, streams) => {
      const both = parted(streams, ofStream);
      const found: StreamId[] = [];
      for (const at of BOTH)
        if (both[at].length > 0) found.push(...(await (await parts.read(at)).words.ungrouped(both[at])));
      return found;
    },
  },
});

const files = ({ second }: Places): Rules<ReadTx>['files'] => ({
  byId: 'first',
  byIds: 'first',
  byKey: 'first',
  same: 'first',
  every: 'first',
  bytes: 'first',
  isHeld: second,
  heldBytes: second,
  placesOf: { by: (parts, id, user) => ofBoth(parts, (tx) => tx.files.placesOf(id, user)) },
  list: { by: (parts, query) => listedFiles(parts, query) },
  unused: {
    by: (parts, beforeMs, from, limit) => unusedFiles(parts, { beforeMs, after: from, limit }),
  },
});

/** Conversations as a list, their events, and what is done for all of them. */
export const streamReading = (places: Places) => ({
  conversations: conversations(places),
  streams: streams(places),
  timers: timers(places),
  words: words(places),
  files: files(places),
});
