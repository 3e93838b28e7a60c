import type { ReadTx } from '../../../ports/store.ts';
import { byStream } from '../repositories/rows.ts';
import { ofBoth } from './two-both.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const groups = ({ group }: Places): Rules<ReadTx>['groups'] => ({
  byId: group,
  retained: {
    by: async (parts) =>
      new Map(await ofBoth(parts, async (tx) => [...(await tx.groups.retained()).entries()])),
  },
});

const doors = ({ stream, group, ofGroup, ofNumber }: Places): Rules<ReadTx>['doors'] => ({
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
});

const groupLines = ({ stream }: Places): Rules<ReadTx>['groupLines'] => ({ between: stream });

const members = ({ stream, ofStream }: Places): Rules<ReadTx>['members'] => ({
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
});

const clearings = ({ stream }: Places): Rules<ReadTx>['clearings'] => ({
  get: stream,
  list: {
    by: async (parts, limit) => (await ofBoth(parts, (tx) => tx.clearings.list(limit))).slice(0, limit),
  },
});

// Stored with the group's members, so that one command ends both.
const dissolvings = ({ stream }: Places): Rules<ReadTx>['dissolvings'] => ({
  get: stream,
  list: {
    by: async (parts, limit) => {
      const found = await ofBoth(parts, (tx) => tx.dissolvings.list(limit));
      return found.toSorted().slice(0, limit);
    },
  },
});

/** Groups and their members. */
export const groupReading = (places: Places) => ({
  groups: groups(places),
  doors: doors(places),
  groupLines: groupLines(places),
  members: members(places),
  clearings: clearings(places),
  dissolvings: dissolvings(places),
});
