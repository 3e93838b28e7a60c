import { NOTICE_STREAM, groupStream, privateStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { MessageRow, ReadTx } from '../../../ports/store.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

/**
 * With concurrent writers, a command must not decide on changing data: it locks a stream before it reads
 * permissions there (COMMIT-6). Services do this implicitly: their first reads name the affected streams, and
 * this layer locks before it answers.
 */
const touch = plan((db, a: { stream: StreamId }) =>
  db
    .updateTable('streams')
    .set((e) => ({ head: e.ref('head') }))
    .where('stream', '=', a.stream)
    .returning('stream'),
);
const open = plan((db, a: { stream: StreamId }) =>
  db
    .insertInto('streams')
    .values({ stream: a.stream, head: 0, count: 0, floor: 0, tx: 0, last_at_ms: 0, oldest_at_ms: null })
    .onConflict((conflict) => conflict.column('stream').doNothing()),
);

/** Conversations before people's own streams, each by number: the order in which commands write, too. */
const inOrder = (a: StreamId, b: StreamId): number =>
  Number(a.startsWith('u')) - Number(b.startsWith('u')) || a.length - b.length || (a < b ? -1 : 1);

/** Locks of one transaction; they end with it. */
export class StreamLocks {
  private readonly lockedStreams = new Set<StreamId>();

  constructor(
    private readonly sql: Executor,
    /** A wait may have passed: the time of the command is the one after it. */
    private readonly onWait: () => void,
  ) {}

  /** Locks in order of id, so that two commands on the same streams never deadlock. True if any was new. */
  async take(streams: readonly StreamId[], make = false): Promise<boolean> {
    const fresh = [...new Set(streams)].filter((stream) => !this.lockedStreams.has(stream)).toSorted(inOrder);
    for (const stream of fresh) {
      const rows = await this.sql.all(touch, { stream });
      if (rows.length === 0 && !make) continue;
      if (rows.length === 0) {
        await this.sql.all(open, { stream });
        await this.sql.all(touch, { stream });
      }
      this.lockedStreams.add(stream);
    }
    if (fresh.length > 0) this.onWait();
    return fresh.length > 0;
  }
}

/**
 * The first user becomes the administrator: two must not both be (START-3). Similar usernames must not be
 * created at once either (RULE-8).
 */
function lockedUsers(users: ReadTx['users'], locks: StreamLocks): ReadTx['users'] {
  const alone = () => locks.take([NOTICE_STREAM], true);
  return {
    ...users,
    alike: async (skeletons, not) => {
      await alone();
      return users.alike(skeletons, not);
    },
    count: async () => {
      await alone();
      return users.count();
    },
  };
}

/** The readings of a command that writes. */
export function lockedReading(reading: ReadTx, locks: StreamLocks): ReadTx {
  const { users, members, messages, friends, tokens, streams, conversations, groups } = reading;
  const after = async <T>(stream: StreamId, read: () => Promise<T>): Promise<T> => {
    await locks.take([stream]);
    return read();
  };
  /** The row names its stream; data read before that lock may be outdated. */
  const lockAndRead = async (read: () => Promise<MessageRow | null>): Promise<MessageRow | null> => {
    const row = await read();
    return row !== null && (await locks.take([row.stream])) ? read() : row;
  };
  /** Two users, and their conversation if it exists. */
  const pair = async (a: UserId, b: UserId): Promise<boolean> => {
    const shared = a === b ? false : await locks.take([privateStream(a, b)]);
    return (await locks.take([userStream(a), userStream(b)], true)) || shared;
  };
  return {
    ...reading,
    users: lockedUsers(users, locks),
    members: {
      ...members,
      get: (stream, user) => after(stream, () => members.get(stream, user)),
      getAny: (stream, user) => after(stream, () => members.getAny(stream, user)),
      idsOf: (stream) => after(stream, () => members.idsOf(stream)),
      among: (stream, users) => after(stream, () => members.among(stream, users)),
      count: (stream) => after(stream, () => members.count(stream)),
    },
    messages: {
      ...messages,
      byId: (id) => lockAndRead(() => messages.byId(id)),
      byMsgId: (id) => lockAndRead(() => messages.byMsgId(id)),
    },
    friends: {
      ...friends,
      byId: async (id) => {
        const row = await friends.byId(id);
        return row !== null && (await pair(row.creator, row.friend)) ? friends.byId(id) : row;
      },
      between: async (creator, friend) => {
        await pair(creator, friend);
        return friends.between(creator, friend);
      },
    },
    tokens: {
      ...tokens,
      ofUser: async (user, nowMs) => {
        await locks.take([userStream(user)], true);
        return tokens.ofUser(user, nowMs);
      },
    },
    groups: {
      ...reading.groups,
      byId: (id) => after(groupStream(id), () => groups.byId(id)),
    },
    streams: { ...streams, get: (stream) => after(stream, () => streams.get(stream)) },
    conversations: {
      ...conversations,
      one: (user, stream) => after(stream, () => conversations.one(user, stream)),
    },
  };
}
