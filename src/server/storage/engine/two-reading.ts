import { msgId } from '../../../domain/ids.ts';
import type { MsgId, StreamId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { entryOf, storePoint } from '../../kernel/store-point.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';
import { NotYetError } from '../../kernel/store-errors.ts';
import { byStream } from '../repositories/rows.ts';
import { listedFiles, unusedFiles } from './two-files.ts';
import { parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Parts, Rules } from './two-rules.ts';

const BOTH = [0, 1] as const;

/** What both know, the first's before. */
async function ofBoth<T>(parts: Parts, ask: (tx: ReadTx) => Promise<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = [];
  for (const at of BOTH) found.push(...(await ask(await parts.read(at))));
  return found;
}

/** Rows of the first in its order, then those of the second: whoever asks goes on after the last of them. */
async function inTurn<T>(
  parts: Parts,
  from: DatabaseNo,
  limit: number,
  ask: (tx: ReadTx, limit: number, isFresh: boolean) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows = await ask(await parts.read(from), limit, false);
  if (from === 1 || rows.length >= limit) return rows;
  return [...rows, ...(await ask(await parts.read(1), limit - rows.length, true))];
}

/** How each reading is answered from two databases (TWO-1). */
export function readingRules(places: Places): Rules<ReadTx> {
  const { ofStream, ofGroup, ofNumber } = places;
  const stream = { where: ofStream };
  const group = { where: ofGroup };
  const second = { where: (_: unknown, of: StreamId) => ofStream(of) };
  const byNumber = { where: (id: MsgId) => ofNumber(id) };
  const after = (name: string) => ofStream(name as StreamId);
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
    blocked: {
      has: 'first',
      of: 'first',
      count: 'first',
      by: 'first',
      apart: 'first',
      among: {
        by: async (parts, of, other, limit) => {
          const first = await parts.read(0);
          if (ofStream(of) === 0) return first.blocked.among(of, other, limit);
          const by = [...(await first.blocked.by(other))];
          const there = await (await parts.read(1)).members.among(of, by);
          return [...there].toSorted((a, b) => a - b).slice(0, limit);
        },
      },
    },
    erasing: {
      get: 'first',
      wasErased: 'first',
      begun: 'first',
      waitingOf: 'first',
      remarkedBy: 'first',
      filesOf: 'first',
      placesOf: { by: (parts, user) => ofBoth(parts, (tx) => tx.erasing.placesOf(user)) },
      saidIn: stream,
      naming: {
        by: async (parts, from, limit) => {
          const at = ofNumber(from + 1);
          const found = await (await parts.read(at)).erasing.naming(from, limit);
          return at === 0 && found.next === null ? { ...found, next: msgId(places.from.numbers - 1) } : found;
        },
      },
    },
    checking: {
      streams: {
        by: (parts, name, limit) =>
          inTurn(parts, after(name), limit, (tx, left, isFresh) =>
            tx.checking.streams(isFresh ? '' : name, left),
          ),
      },
      ordinals: stream,
      seqs: stream,
      straySeq: stream,
      // Numbers of both are counted from where each begins.
      newestMessage: {
        by: async (parts) => {
          const first = await (await parts.read(0)).checking.newestMessage();
          const newest = await (await parts.read(1)).checking.newestMessage();
          return msgId(Math.max(first, newest - places.from.numbers + 1));
        },
      },
      strayMessages: {
        by: async (parts, from, upTo) => {
          const base = places.from.numbers - 1;
          const [first, other] = [await parts.read(0), await parts.read(1)];
          return [
            ...(await first.checking.strayMessages(from, Math.min(upTo, base))),
            ...(await other.checking.strayMessages(base + from, base + upTo)),
          ];
        },
      },
      members: {
        by: async (parts, from, limit) => {
          const rows = await inTurn(parts, after(from.stream), limit, (tx, left, isFresh) =>
            tx.checking.members(isFresh ? { stream: '', user: 0 } : from, left),
          );
          const known = await (await parts.read(0)).users.byIds([...new Set(rows.map(({ user }) => user))]);
          return rows.map((row) => ({ ...row, isPerson: known.has(row.user) }));
        },
      },
      groups: {
        by: (parts, from, limit) =>
          inTurn(parts, ofGroup(from), limit, (tx, left, isFresh) =>
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
    },
    overview: {
      people: 'first',
      figures: 'first',
      groups: {
        by: () => Promise.reject(new NotYetError('list of all groups')),
      },
    },
    groups: {
      byId: group,
      retained: {
        by: async (parts) =>
          new Map(await ofBoth(parts, async (tx) => [...(await tx.groups.retained()).entries()])),
      },
    },
    doors: {
      barred: stream,
      shown: { where: (_, of) => ofGroup(of) },
      link: { where: ofNumber },
      linksOf: group,
      request: group,
      requestsOf: group,
      requestCount: {
        by: async (parts, of) => {
          if ('group' in of) return (await parts.read(ofGroup(of.group))).doors.requestCount(of);
          const counts = await ofBoth(parts, async (tx) => [await tx.doors.requestCount(of)]);
          return counts.reduce((sum, one) => sum + one, 0);
        },
      },
    },
    groupLines: { between: stream },
    members: {
      get: stream,
      getAny: stream,
      of: stream,
      idsOf: stream,
      among: stream,
      cameAfter: stream,
      unreadWithOwn: stream,
      count: stream,
      withPush: {
        by: async (parts, of) => {
          const first = await parts.read(0);
          if (ofStream(of) === 0) return first.members.withPush(of);
          const other = await parts.read(1);
          const subs = await first.push.ofUsers(await other.members.idsOf(of), 0);
          const users = [...new Set(subs.map(({ user }) => user))].toSorted((a, b) => a - b);
          const rows = await Promise.all(users.map((user) => other.members.get(of, user)));
          return rows.filter((row) => row !== null);
        },
      },
      joinedLater: { by: (parts, user) => ofBoth(parts, (tx) => tx.members.joinedLater(user)) },
      quietOver: {
        by: async (parts, nowMs, limit) =>
          (await ofBoth(parts, (tx) => tx.members.quietOver(nowMs, limit))).slice(0, limit),
      },
      streamsOf: {
        by: async (parts, user) =>
          (await ofBoth(parts, (tx) => tx.members.streamsOf(user)))
            .map((name) => ({ stream: name }))
            .toSorted(byStream)
            .map((row) => row.stream),
      },
    },
    conversations: {
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
    },
    clearings: {
      get: stream,
      list: {
        by: async (parts, limit) => (await ofBoth(parts, (tx) => tx.clearings.list(limit))).slice(0, limit),
      },
    },
    messagePins: { list: stream, has: byNumber, count: stream },
    streams: {
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
          inTurn(parts, after(name), limit, (tx, left, isFresh) =>
            tx.streams.names(isFresh ? '' : name, left),
          ),
      },
      now: {
        by: async (parts) => {
          const first = await (await parts.read(0)).streams.now();
          return storePoint(entryOf(first, 0), entryOf(await (await parts.read(1)).streams.now(), 0));
        },
      },
    },
    history: {
      // Whichever of them is another one, all is another one (STREAM-9).
      epoch: {
        by: async (parts) =>
          epochOf(await (await parts.read(0)).history.epoch(), await (await parts.read(1)).history.epoch()),
      },
      home: 'first',
      bytes: {
        by: async (parts) => {
          const first = await (await parts.read(0)).history.bytes();
          return first + (await (await parts.read(1)).history.bytes());
        },
      },
    },
    messages: {
      byId: {
        by: async (parts, id) =>
          (await (await parts.read(0)).messages.byId(id)) ?? (await parts.read(1)).messages.byId(id),
      },
      byMsgId: byNumber,
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
        by: (parts, query) =>
          inTurn(parts, after(query.after), query.limit, (tx, limit, isFresh) =>
            tx.messages.places({ ...query, limit, ...(isFresh && { after: '' }) }),
          ),
      },
      place: stream,
      search: { where: (query) => ofStream(query.place.stream) },
    },
    mentions: { count: stream, after: stream },
    polls: { tallies: stream, vote: stream, choices: stream, choicesOf: stream, voters: stream },
    reactions: { tallies: stream, chosen: stream, ofUser: stream, fileOf: stream, people: stream },
    threads: { tallies: stream, follows: stream, followers: stream },
    timers: {
      of: stream,
      due: {
        by: async (parts, nowMs, limit) =>
          (await ofBoth(parts, (tx) => tx.timers.due(nowMs, limit))).slice(0, limit),
      },
    },
    words: {
      waiting: {
        by: (parts, name, limit) =>
          inTurn(parts, after(name), limit, (tx, left, isFresh) =>
            tx.words.waiting(isFresh ? '' : name, left),
          ),
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
    },
    files: {
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
    },
  };
}

/** As long as a cursor has room for. */
export const epochOf = (first: string, second: string): string => `${first}-${second.slice(0, 16)}`;

/** The first's, of both. */
export const firstOfEpoch = (epoch: string): string => epoch.slice(0, epoch.lastIndexOf('-'));
