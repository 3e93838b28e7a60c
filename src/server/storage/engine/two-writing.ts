import type { StreamId } from '../../../domain/ids.ts';
import type { Writing } from '../../../ports/store.ts';
import { copyFiles, filesHeldInSecond } from './two-files.ts';
import { clearedThere, deletedThere, insertedAll, updatedThere } from './two-messages.ts';
import { parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import { firstOfEpoch } from './two-reading.ts';
import type { Parts, Rules } from './two-rules.ts';

const BOTH = [0, 1] as const;

/** Where each command writes (TWO-1). */
export function writingRules(places: Places): Rules<Writing> {
  const { ofStream, ofGroup, ofNumber } = places;
  const stream = { where: ofStream };
  const group = { where: ofGroup };
  const row = { where: (of: { readonly stream: StreamId }) => ofStream(of.stream) };
  const byNumber = { where: ofNumber };
  return {
    users: 'first',
    profiles: 'first',
    tokens: 'first',
    invites: 'first',
    letIn: 'first',
    codes: 'first',
    secondSteps: 'first',
    openIds: 'first',
    passkeys: 'first',
    spent: 'first',
    config: 'first',
    friends: 'first',
    reports: 'first',
    audit: 'first',
    blocked: 'first',
    later: 'first',
    kept: 'first',
    notices: 'first',
    sends: 'first',
    ledger: 'first',
    ops: 'first',
    calls: 'first',
    emoji: 'first',
    moments: 'first',
    push: 'first',
    meta: 'first',
    overview: 'first',
    groups: { insert: { where: () => places.next() }, update: group, end: group, retain: group },
    doors: {
      bar: stream,
      unbar: stream,
      keepShown: { where: (_, code) => ofGroup(code.group) },
      addLink: { where: (link) => ofGroup(link.group) },
      useLink: byNumber,
      endLink: group,
      putRequest: { where: (request) => ofGroup(request.group) },
      dropRequests: group,
      close: group,
    },
    groupLines: { insert: row, clear: stream },
    members: {
      put: { where: (...rows) => (rows[0] ? ofStream(rows[0].stream) : 0) },
      update: stream,
      readAll: stream,
      endAll: stream,
    },
    clearings: { begin: stream, end: stream },
    messagePins: { insert: row, delete: byNumber },
    streams: {
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
    },
    history: {
      renewEpoch: {
        by: async (parts, fresh, instead) =>
          (await parts.write(0)).history.renewEpoch(fresh, firstOfEpoch(instead)),
      },
    },
    messages: {
      insert: {
        by: async (parts, message) => {
          const at = ofStream(message.stream);
          if (at === 1) await copyFiles(parts, [message]);
          return (await parts.write(at)).messages.insert(message);
        },
      },
      insertAll: { by: (parts, rows) => insertedAll(parts, places, rows) },
      update: {
        by: async (parts, id, patch) =>
          ofNumber(id) === 1
            ? updatedThere(parts, id, patch)
            : (await parts.write(0)).messages.update(id, patch),
      },
      delete: {
        by: async (parts, id) =>
          ofNumber(id) === 1 ? deletedThere(parts, id) : (await parts.write(0)).messages.delete(id),
      },
      clear: {
        by: async (parts, of, upToN, limit) =>
          ofStream(of) === 1
            ? clearedThere(parts, of, upToN, limit)
            : (await parts.write(0)).messages.clear(of, upToN, limit),
      },
    },
    mentions: { insert: stream, delete: stream },
    polls: { setVote: row, setTally: stream },
    reactions: { insert: row, delete: stream, setTally: stream },
    threads: { setTally: stream, setFollow: stream, followAtFirst: stream },
    timers: { put: row, delete: stream },
    erasing: {
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
    },
    seen: { insert: stream, deleteUpTo: stream },
    words: {
      index: stream,
      group: stream,
      takeOver: {
        by: async (parts, limit) =>
          (await (await parts.write(0)).words.takeOver(limit)) ||
          (await (await parts.write(1)).words.takeOver(limit)),
      },
    },
    upkeep: {
      deleteExpired: {
        by: (parts, limit) => upTo(parts, limit, (tx, left) => tx.upkeep.deleteExpired(left)),
      },
    },
    files: {
      insert: 'first',
      delete: {
        by: async (parts, id) => {
          for (const at of BOTH) await (await parts.write(at)).files.delete(id);
        },
      },
    },
  };
}

/** So many rows of both together. */
async function upTo(
  parts: Parts,
  limit: number,
  work: (tx: Awaited<ReturnType<Parts['write']>>, left: number) => Promise<number>,
): Promise<number> {
  const done = await work(await parts.write(0), limit);
  return done >= limit ? done : done + (await work(await parts.write(1), limit - done));
}
