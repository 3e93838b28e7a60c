import type { Writing } from '../../../ports/store.ts';
import { BOTH, upTo } from './two-both.ts';
import { filesHeldInSecond } from './two-files.ts';
import { firstOfEpoch, parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const streams = ({ stream, ofStream }: Places): Rules<Writing>['streams'] => ({
  open: stream,
  advance: stream,
  append: {
    by: async (parts, ...events) => {
      const both = parted(events, (event) => ofStream(event.stream));
      for (const at of BOTH)
        if (both[at].length > 0) await (await parts.write(at)).streams.append(...both[at]);
    },
  },
  prune: {
    by: (parts, beforeMs, keep, limit) =>
      upTo(parts, limit, (tx, left) => tx.streams.prune(beforeMs, keep, left)),
  },
});

const history = (): Rules<Writing>['history'] => ({
  beginChapter: 'first',
  renewEpoch: {
    by: async (parts, fresh, instead) =>
      (await parts.write(0)).history.renewEpoch(fresh, firstOfEpoch(instead)),
  },
});

const erasing = ({ row }: Places): Rules<Writing>['erasing'] => ({
  begin: 'first',
  noteLogins: 'first',
  hold: 'first',
  keepKeys: 'first',
  end: 'first',
  dropPushes: 'first',
  setNames: row,
  dropOwn: {
    by: async (parts, user, account) => {
      for (const at of BOTH) await (await parts.write(at)).erasing.dropOwn(user, account);
    },
  },
  dropFiles: {
    by: async (parts, user) => {
      const held = await filesHeldInSecond(parts, user);
      const gone = await (await parts.write(0)).erasing.dropFiles(user, held);
      for (const { id } of gone) await (await parts.write(1)).files.delete(id);
      return gone;
    },
  },
});

const seen = ({ stream }: Places): Rules<Writing>['seen'] => ({
  insert: stream,
  uncount: stream,
  deleteUpTo: stream,
});

const upkeep = (): Rules<Writing>['upkeep'] => ({
  deleteExpired: {
    by: (parts, limit) => upTo(parts, limit, (tx, left) => tx.upkeep.deleteExpired(left)),
  },
});

const files = (): Rules<Writing>['files'] => ({
  insert: 'first',
  delete: {
    by: async (parts, id) => {
      for (const at of BOTH) await (await parts.write(at)).files.delete(id);
    },
  },
});

/** Events, files, and what is done for all of them. */
export const streamWriting = (places: Places) => ({
  streams: streams(places),
  history: history(),
  erasing: erasing(places),
  seen: seen(places),
  upkeep: upkeep(),
  files: files(),
});
