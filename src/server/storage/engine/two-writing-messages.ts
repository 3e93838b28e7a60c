import type { Writing } from '../../../ports/store.ts';
import { copyFiles } from './two-files.ts';
import { clearedThere, deletedThere, insertedAll, updatedThere } from './two-messages.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const messagePins = ({ number, row }: Places): Rules<Writing>['messagePins'] => ({
  insert: row,
  delete: number,
});

const messages = (places: Places): Rules<Writing>['messages'] => ({
  insert: {
    by: async (parts, message) => {
      const at = places.ofStream(message.stream);
      if (at === 1) await copyFiles(parts, [message]);
      return (await parts.write(at)).messages.insert(message);
    },
  },
  insertAll: { by: (parts, rows) => insertedAll(parts, places, rows) },
  update: {
    by: async (parts, id, patch) =>
      places.ofNumber(id) === 1
        ? updatedThere(parts, id, patch)
        : (await parts.write(0)).messages.update(id, patch),
  },
  delete: {
    by: async (parts, id) =>
      places.ofNumber(id) === 1 ? deletedThere(parts, id) : (await parts.write(0)).messages.delete(id),
  },
  clear: {
    by: async (parts, of, upToN, limit) =>
      places.ofStream(of) === 1
        ? clearedThere(parts, of, upToN, limit)
        : (await parts.write(0)).messages.clear(of, upToN, limit),
  },
});

const mentions = ({ stream }: Places): Rules<Writing>['mentions'] => ({
  insert: stream,
  delete: stream,
  readOne: stream,
  endLate: stream,
  addLate: stream,
  endApart: stream,
  forgetRead: stream,
  deleteApart: stream,
  setNotice: stream,
  endNotices: stream,
  deleteNotices: stream,
});

const polls = ({ stream, row }: Places): Rules<Writing>['polls'] => ({ setVote: row, setTally: stream });

const reactions = ({ stream, row }: Places): Rules<Writing>['reactions'] => ({
  insert: row,
  delete: stream,
  setTally: stream,
});

const threads = ({ stream }: Places): Rules<Writing>['threads'] => ({
  setTally: stream,
  setFollow: stream,
  followAtFirst: stream,
});

const timers = ({ stream, row }: Places): Rules<Writing>['timers'] => ({ put: row, delete: stream });

const words = ({ stream }: Places): Rules<Writing>['words'] => ({
  index: stream,
  group: stream,
  takeOver: {
    by: async (parts, limit) =>
      (await (await parts.write(0)).words.takeOver(limit)) ||
      (await (await parts.write(1)).words.takeOver(limit)),
  },
});

/** Messages, and what people did to them. */
export const messageWriting = (places: Places) => ({
  messagePins: messagePins(places),
  messages: messages(places),
  mentions: mentions(places),
  polls: polls(places),
  reactions: reactions(places),
  threads: threads(places),
  timers: timers(places),
  words: words(places),
});
