import type * as v from 'valibot';
import { groupOfStream, messageId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { choiceOf, isPollOver, pollOf, recounted, sameChoice } from '../../../domain/poll.ts';
import type { Poll } from '../../../domain/poll.ts';
import { pollLimits as limits } from '../../../domain/message-limits.ts';
import type { MessageRow, PollTallyRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type {
  closePoll as closeCall,
  vote as call,
  voters as votersCall,
} from '../../../wire/calls/messages.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { reachesBlocker, privateTo } from '../../access/private-delivery.ts';
import { authorize, writeAccess, visibleMessage } from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import type { Gathering } from './gathering.ts';

/** One press: who, what they choose now, and how they name it. */
export interface Voting {
  readonly user: UserId;
  readonly options: readonly number[];
  readonly op: string | undefined;
}

export type Voted = { readonly options: readonly number[] } | Refusal;

/** Votes that wait to be written together (POLL-5). */
export type VoteGathering = Gathering<Voting, Voted>;

const UNTOUCHED: PollTallyRow = { seq: 0, counts: [], voters: 0, closed: false };

/** Sets the desired state; a repeated press, by its name, changes nothing (POLL-3). */
export async function vote(
  { votes, session }: SignedIn,
  { id, options, op }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const result = await votes.add(id, { user: session.user, options, op });
  return result instanceof Refusal ? result : { data: result };
}

/** Writes all merged votes in one poll: one event reports them (POLL-5). */
export const writeVotes = (core: Core, id: string, requests: readonly Voting[]): Promise<readonly Voted[]> =>
  command(core, async (tx, record) => {
    const row = await tx.messages.byId(messageId(id));
    const before = row === null ? UNTOUCHED : await tallyOf(tx, row);
    let tally = before;
    const who = new Set<UserId>();
    const answers: Voted[] = [];
    for (const one of requests) {
      const next = await place(core, tx, row, tally, one);
      answers.push(next instanceof Refusal ? next : { options: one.options });
      if (next instanceof Refusal || next === tally) continue;
      tally = next;
      who.add(one.user);
    }
    if (row === null || who.size === 0) return answers;
    const { stream, msgId, n } = row;
    const { seq } = await record.event(stream, {
      kind: 'voted',
      msgId,
      id: row.id,
      n,
      who: [...who],
      ...privateTo(row),
    });
    await tx.polls.setTally(stream, n, { ...tally, seq });
    return answers;
  });

const tallyOf = async (tx: ReadTx, { stream, n }: MessageRow): Promise<PollTallyRow> =>
  (await tx.polls.tallies(stream, [n])).get(n) ?? UNTOUCHED;

/** The poll this user may see, with their access to its conversation. */
async function pollFor(
  tx: ReadTx,
  user: UserId,
  message: MessageRow | null,
): Promise<{ readonly row: MessageRow; readonly at: ConversationAccess; readonly poll: Poll } | Refusal> {
  const target = await visibleMessage(tx, user, message);
  if (target instanceof Refusal) return target;
  const poll = target.row.recalled ? null : pollOf(target.row.extra);
  return poll === null ? new Refusal('pollNone') : { ...target, poll };
}

/** The tally after it; the same object if nothing changes. */
async function place(
  core: Core,
  tx: WriteTx,
  message: MessageRow | null,
  tally: PollTallyRow,
  { user, options, op }: Voting,
): Promise<PollTallyRow | Refusal> {
  const target = await pollFor(tx, user, message);
  if (target instanceof Refusal) return target;
  const { row, poll } = target;
  const choice = choiceOf(poll, options);
  if (choice === null) return new Refusal('pollChoice');
  const { stream, n } = row;
  const previous = await tx.polls.vote(stream, n, user);
  const mine = previous?.choice ?? [];
  if (op !== undefined && previous?.ops.includes(op)) return tally;
  const ops = [...(previous?.ops ?? []), ...(op === undefined ? [] : [op])].slice(-limits.opsKept);
  const fresh = { stream, n, user, choice, ops, atMs: tx.nowMs };
  if (sameChoice(mine, choice)) {
    if (previous !== null && op !== undefined) await tx.polls.setVote(fresh);
    return tally;
  }
  if (isPollOver(poll, tally.closed, row.sentAtMs, tx.nowMs) || (await reachesBlocker(tx, row, user)))
    return new Refusal('pollOver');
  // A vote contains no text: in a group all readers may vote, even if only some may write (POLL-3).
  if (groupOfStream(stream) === null) {
    const right = await writeAccess(core, tx, user, String(wireId(conversationFor(user, stream))), tx.nowMs);
    if (right instanceof Refusal) return right;
  }
  await tx.polls.setVote(fresh);
  return { ...tally, ...recounted(tally, mine, choice) };
}

/** Allowed for its author, and in a group for roles in the permission table (POLL-7). */
export async function closePoll(
  { core, session: { user } }: SignedIn,
  { id }: v.InferOutput<typeof closeCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const target = await pollFor(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row, at, poll } = target;
    if (row.from !== user) {
      const refused =
        at.kind === 'group' ? authorize(at, 'closePoll', tx.nowMs) : new Refusal('noPermission');
      if (refused) return refused;
    }
    const tally = await tallyOf(tx, row);
    if (isPollOver(poll, tally.closed, row.sentAtMs, tx.nowMs)) return null;
    const { stream, msgId, n } = row;
    const { seq } = await record.event(stream, {
      kind: 'pollClosed',
      msgId,
      id: row.id,
      n,
      by: user,
      ...privateTo(row),
    });
    await tx.polls.setTally(stream, n, { ...tally, closed: true, seq });
    return null;
  });
  return refusal ?? {};
}

/** Users who chose an option, newest first; a secret poll shows none (POLL-6). */
export async function pollVoters(
  { core, session: { user } }: SignedIn,
  { id, option, page, limit }: v.InferOutput<typeof votersCall.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await pollFor(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row, poll } = target;
    if (poll.secret) return new Refusal('pollSecret');
    if (poll.options[option] === undefined) return new Refusal('pollChoice');
    const rows = await tx.polls.voters(row.stream, row.n, option, (page - 1) * limit, limit);
    const ids = rows.map((one) => one.user);
    const users = await tx.users.byIds(ids);
    const names = await tx.friends.nicknames(user, ids);
    return {
      data: rows.map((one) => ({
        user: card(users.get(one.user) ?? null, one.user, names.get(one.user)),
        time: Math.floor(one.atMs / 1_000),
      })),
      count: (await tallyOf(tx, row)).counts[option] ?? 0,
    };
  });
}
