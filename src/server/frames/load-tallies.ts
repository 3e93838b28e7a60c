import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { PollTallyRow, ReactionTally, ReadTx } from '../../ports/store.ts';

/** Present reactions, and the choices of the event's users, oldest first. */
interface JoinedReactions {
  readonly tally: ReactionTally | null;
  readonly choices: ReadonlyMap<UserId, readonly string[]>;
  /** Groups: reactions that a viewer does not count, by users whom they have blocked (BLOCK-17). */
  readonly blocked: ReadonlyMap<UserId, readonly string[]>;
}

const NONE_BLOCKED: ReadonlyMap<UserId, readonly string[]> = new Map();

/** Present result, and the choices of the event's users. */
interface JoinedPoll {
  readonly tally: PollTallyRow | null;
  readonly choices: ReadonlyMap<UserId, readonly number[]>;
}

/** Present number of answers, and the followers: read for groups alone. */
export interface JoinedThread {
  readonly count: number;
  /** Answers among them that are private to one user (BLOCK-2). */
  readonly ofOne: readonly { readonly root: number; readonly only: UserId; readonly count: number }[];
  readonly followers: ReadonlySet<UserId>;
}

/** A message, and the users who changed their reactions or votes on it. */
export interface Gathered {
  readonly stream: StreamId;
  readonly n: number;
  readonly by: Set<UserId>;
}

/** A thread, by the ordinal of its first message. */
export interface RootOf {
  readonly stream: StreamId;
  readonly root: number;
}

async function loadReactions(
  tx: ReadTx,
  requests: ReadonlyMap<string, Gathered>,
): Promise<ReadonlyMap<string, JoinedReactions>> {
  const tallies = new Map<string, JoinedReactions>();
  for (const [key, { stream, n, by }] of requests) {
    const tally = (await tx.reactions.tallies(stream, [n])).get(n) ?? null;
    const choices = new Map<UserId, readonly string[]>([...by].map((user) => [user, []]));
    for (const { user, emoji } of tally === null ? [] : await tx.reactions.ofUsers(stream, n, [...by]))
      choices.set(user, [...(choices.get(user) ?? []), emoji]);
    const isGroup = tally !== null && groupOfStream(stream) !== null;
    const blocked = isGroup ? await tx.reactions.blocked(stream, n) : NONE_BLOCKED;
    tallies.set(key, { tally, choices, blocked });
  }
  return tallies;
}

async function loadPolls(
  tx: ReadTx,
  requests: ReadonlyMap<string, Gathered>,
): Promise<ReadonlyMap<string, JoinedPoll>> {
  const polls = new Map<string, JoinedPoll>();
  for (const [key, { stream, n, by }] of requests) {
    const tally = (await tx.polls.tallies(stream, [n])).get(n) ?? null;
    polls.set(key, { tally, choices: await tx.polls.choices(stream, n, [...by]) });
  }
  return polls;
}

/** Loads the parts of a batch, in this order. A part without a stored sum has no row. */
const PARTS = { reactions: loadReactions, polls: loadPolls };

export type GatheredPart = keyof typeof PARTS;
/** Messages with changes of a part, by `placeKey(stream, n)`. */
export type GatheredParts = { readonly [P in GatheredPart]: Map<string, Gathered> };
/** Present values of the parts, by `placeKey(stream, n)`. */
export type JoinedParts = { readonly [P in GatheredPart]: Awaited<ReturnType<(typeof PARTS)[P]>> };

const PART_NAMES = Object.keys(PARTS) as readonly GatheredPart[];

export const nothingGathered = (): GatheredParts =>
  Object.fromEntries(PART_NAMES.map((part) => [part, new Map()])) as unknown as GatheredParts;

export async function loadParts(tx: ReadTx, gathered: GatheredParts): Promise<JoinedParts> {
  const joined: [string, unknown][] = [];
  for (const part of PART_NAMES) joined.push([part, await PARTS[part](tx, gathered[part])]);
  return Object.fromEntries(joined) as unknown as JoinedParts;
}

export async function loadThreads(
  tx: ReadTx,
  requests: ReadonlyMap<string, RootOf>,
): Promise<ReadonlyMap<string, JoinedThread>> {
  const threads = new Map<string, JoinedThread>();
  for (const [key, { stream, root }] of requests) {
    const count = (await tx.threads.tallies(stream, [root])).get(root)?.count ?? 0;
    const followers = groupOfStream(stream) === null ? [] : await tx.threads.followers(stream, root);
    const ofOne = peopleOfStream(stream) === null ? [] : await tx.messages.answersOfOne(stream, [root]);
    threads.set(key, { count, ofOne, followers: new Set(followers) });
  }
  return threads;
}
