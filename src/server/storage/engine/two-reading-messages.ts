import type { ReadTx } from '../../../ports/store.ts';
import { BOTH, inTurn, ofBoth } from './two-both.ts';
import { parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const messagePins = ({ stream, number }: Places): Rules<ReadTx>['messagePins'] => ({
  list: stream,
  has: number,
  count: stream,
});

const messages = ({ stream, number, ofStream, ofNumber, ofName }: Places): Rules<ReadTx>['messages'] => ({
  byId: {
    by: async (parts, id) =>
      (await (await parts.read(0)).messages.byId(id)) ?? (await parts.read(1)).messages.byId(id),
  },
  byMsgId: number,
  byMsgIds: {
    by: async (parts, ids) => {
      const both = parted(ids, ofNumber);
      const rows = await Promise.all(
        BOTH.map(async (at) =>
          both[at].length === 0 ? new Map() : (await parts.read(at)).messages.byMsgIds(both[at]),
        ),
      );
      return new Map(rows.flatMap((found) => [...found]));
    },
  },
  byN: stream,
  sentBelow: {
    by: async (parts, id) =>
      (ofNumber(id) === 1 ? await (await parts.read(1)).messages.sentBelow(id) : null) ??
      (await parts.read(0)).messages.sentBelow(id),
  },
  named: { by: (parts, ids, numbers) => ofBoth(parts, (tx) => tx.messages.named(ids, numbers)) },
  page: { where: (query) => ofStream(query.stream) },
  oldest: stream,
  last: stream,
  lastFor: stream,
  answersOfOne: stream,
  thread: { where: (query) => ofStream(query.stream) },
  answers: stream,
  before: stream,
  ownAfter: stream,
  places: {
    by: async (parts, query) => {
      if (query.part !== undefined)
        return (await parts.read(query.part === 0 ? 0 : 1)).messages.places(query);
      return inTurn(parts, ofName(query.after), query.limit, (tx, limit, isFresh) =>
        tx.messages.places({ ...query, limit, ...(isFresh && { after: '' }) }),
      );
    },
  },
  place: stream,
  search: { where: (query) => ofStream(query.place.stream) },
});

const mentions = ({ stream }: Places): Rules<ReadTx>['mentions'] => ({
  count: stream,
  first: stream,
  apartAt: stream,
  isUnread: stream,
  notices: stream,
  after: stream,
});

const polls = ({ stream }: Places): Rules<ReadTx>['polls'] => ({
  tallies: stream,
  vote: stream,
  choices: stream,
  choicesOf: stream,
  voters: stream,
});

const reactions = ({ stream }: Places): Rules<ReadTx>['reactions'] => ({
  tallies: stream,
  chosen: stream,
  ofUser: stream,
  fileOf: stream,
  people: stream,
});

const threads = ({ stream }: Places): Rules<ReadTx>['threads'] => ({
  tallies: stream,
  follows: stream,
  followers: stream,
});

/** Messages, and what people did to them. */
export const messageReading = (places: Places) => ({
  messagePins: messagePins(places),
  messages: messages(places),
  mentions: mentions(places),
  polls: polls(places),
  reactions: reactions(places),
  threads: threads(places),
});
