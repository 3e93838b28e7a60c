import type { UserId } from '../../../domain/ids.ts';
import type { EventRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { DeliveryRow, OutgoingRow } from '../../../ports/store/bots.ts';
import type { HookPost, HookPosts, HookReply } from '../../../ports/hook-posts.ts';
import type { Core } from '../../kernel/core.ts';
import { outgoingLimits as limits } from '../../kernel/hook-limits.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { FailedRows } from '../../kernel/row-retries.ts';
import { eventBody, reportedName } from './event-body.ts';

interface Delivering {
  readonly core: Core;
  readonly posts: HookPosts;
  /** The node stops. */
  readonly signal: AbortSignal;
}

/** The next step of a hook: `seq` is passed without a request, then `event` is posted. */
interface Next {
  readonly hook: OutgoingRow;
  readonly seq: number;
  /** Null: there is nothing more now, or the hook waits until `dueMs`. */
  readonly event: { readonly row: EventRow; readonly name: string; readonly body: string } | null;
  readonly isMore: boolean;
  /** Events before `seq` are gone, or too many. */
  readonly isCut: boolean;
  readonly dueMs: number;
}

/**
 * Reads where the hook is in the stream of its group. The stream is the queue: nothing is written when a
 * message is sent (HOOK-14).
 */
async function nextOf({ core }: Delivering, tx: ReadTx, user: UserId, nowMs: number): Promise<Next | null> {
  const hook = await tx.outgoing.get(user);
  const bot = await tx.bots.get(user);
  if (!hook || !bot) return null;
  const people = await tx.users.byIds([user, bot.owner]);
  const none = { hook, event: null, isMore: false, isCut: false, dueMs: 0 };
  if (!people.get(user)?.active || !people.get(bot.owner)?.active)
    return { ...none, seq: hook.seq, dueMs: nowMs + limits.pausedMs };
  const member = await tx.members.get(hook.stream, user);
  const stream = await tx.streams.get(hook.stream);
  const head = stream?.head ?? 0;
  // Removed from the group, it reads nothing (HOOK-9).
  if (!member || !stream) return { ...none, seq: Math.max(head, hook.seq) };
  const from = Math.max(hook.seq, member.fromSeq, stream.floor, head - limits.behindMax);
  if (from > Math.max(hook.seq, member.fromSeq)) return { ...none, seq: from, isMore: true, isCut: true };
  const events = await tx.streams.events(hook.stream, from, limits.eventsAtOnce);
  for (const row of events) {
    const name = reportedName(row, hook);
    if (name === null) continue;
    const body = await eventBody(core, tx, hook, row, name);
    return { ...none, seq: row.seq - 1, event: { row, name, body }, isMore: true };
  }
  return { ...none, seq: events.at(-1)?.seq ?? from, isMore: events.length === limits.eventsAtOnce };
}

/** A request that ends after some time, or when the node stops. */
export async function postInTime(
  { core: { clock }, posts, signal }: Omit<Delivering, 'signal'> & { readonly signal?: AbortSignal },
  request: Omit<HookPost, 'signal'>,
  ms: number,
): Promise<HookReply> {
  const abort = new AbortController();
  const end = (): void => abort.abort();
  const limit = clock.setTimeout(end, ms);
  signal?.addEventListener('abort', end);
  try {
    return await posts.post({ ...request, signal: abort.signal });
  } finally {
    clock.clearTimeout(limit);
    signal?.removeEventListener('abort', end);
  }
}

/** Posts one event and returns the entry for the log. */
export async function deliver(
  { core, posts, signal }: Delivering,
  hook: OutgoingRow,
  { row, name, body }: NonNullable<Next['event']>,
): Promise<DeliveryRow> {
  const atMs = core.clock.nowMs();
  const startMs = core.clock.elapsedMs();
  const reply = await postInTime(
    { core, posts, signal },
    {
      url: hook.url,
      secret: hook.secret,
      id: `evt_${hook.user}_${row.seq}_${row.atMs.toString(36)}`,
      atMs,
      body,
      type: 'application/json',
      readMax: limits.answerMax,
    },
    limits.requestMs,
  );
  const isSent = reply.status >= 200 && reply.status < 300;
  return {
    user: hook.user,
    seq: row.seq,
    kind: name,
    state: isSent ? 'sent' : 'failed',
    atMs,
    tookMs: Math.round(core.clock.elapsedMs() - startMs),
    status: reply.status,
    answer: ('fault' in reply ? reply.fault : reply.text).slice(0, limits.answerShown),
  };
}

/** Delivers the events of a hook in order until none is left, one fails, or other hooks wait. */
export async function takeTurn(on: Delivering, user: UserId): Promise<void> {
  const { core, signal } = on;
  const startMs = core.clock.nowMs();
  if (!(await core.store.write((tx) => tx.outgoing.claim(user, tx.nowMs, tx.nowMs + limits.claimMs)))) return;
  for (;;) {
    const next = await core.store.read((tx) => nextOf(on, tx, user, core.clock.nowMs()));
    if (next === null) return;
    const isLast = signal.aborted || core.clock.nowMs() - startMs >= limits.turnMs;
    if (next.event === null || isLast) {
      // Others that wait come first.
      await passed(core, isLast ? { ...next, dueMs: core.clock.nowMs() } : next, !next.isMore || isLast);
      if (!next.isMore || isLast) return;
    } else if (!(await attempt(on, next.hook, next.event))) return;
  }
}

const passed = (core: Core, { hook, seq, dueMs, isCut }: Next, isEnd: boolean): Promise<void> =>
  core.store.write(async (tx) => {
    const { tries, failingSinceMs } = hook;
    const claimedMs = isEnd ? 0 : tx.nowMs + limits.claimMs;
    await tx.outgoing.advance(hook.user, {
      seq: Math.max(seq, hook.seq),
      dueMs,
      tries,
      failingSinceMs,
      claimedMs,
    });
    if (!isCut || (await tx.outgoing.get(hook.user)) === null) return;
    const entry = { ...dropped(hook, seq, 'events.skipped'), atMs: tx.nowMs };
    await tx.outgoing.saveDelivery(entry, limits.logMax);
  });

/** False: the hook waits after a failure. An event that is older than a day is given up (HOOK-12). */
async function attempt(
  on: Delivering,
  hook: OutgoingRow,
  event: NonNullable<Next['event']>,
): Promise<boolean> {
  const { core, signal } = on;
  const { row, name } = event;
  const isLate = hook.tries > 0 && core.clock.nowMs() - row.atMs >= limits.ageMaxMs;
  const entry: DeliveryRow = isLate
    ? { ...dropped(hook, row.seq, name), atMs: core.clock.nowMs() }
    : await deliver(on, hook, event);
  // A request that the end of this node has cut is no failure of the receiver.
  if (signal.aborted && entry.state === 'failed') {
    await core.store.write((tx) => tx.outgoing.advance(hook.user, { ...hook, claimedMs: 0 }));
    return false;
  }
  return core.store.write((tx) => note(tx, hook, entry));
}

const dropped = ({ user }: OutgoingRow, seq: number, kind: string) =>
  ({ user, seq, kind, state: 'dropped', tookMs: 0, status: 0, answer: '' }) as const;

async function note(tx: WriteTx, hook: OutgoingRow, entry: DeliveryRow): Promise<boolean> {
  const { nowMs } = tx;
  const { user, failingSinceMs, tries } = hook;
  const isPassed = entry.state !== 'failed';
  // Removed during the request, it leaves nothing.
  if ((await tx.outgoing.get(user)) === null) return false;
  await tx.outgoing.saveDelivery(entry, limits.logMax);
  await tx.outgoing.advance(user, {
    seq: isPassed ? entry.seq : entry.seq - 1,
    dueMs: isPassed ? 0 : nowMs + againAfter(tries),
    // After a given up event, the next one is tried once, then waits as long as before.
    tries: entry.state === 'sent' ? 0 : isPassed ? tries : tries + 1,
    failingSinceMs: entry.state === 'sent' ? 0 : failingSinceMs || nowMs,
    claimedMs: isPassed ? nowMs + limits.claimMs : 0,
  });
  return isPassed;
}

const againAfter = (tries: number): number => limits.againMs[Math.min(tries, limits.againMs.length - 1)] ?? 0;

/** Serves due hooks, several at once, each with its own pace; soon after a commit, else once a second. */
export function startDelivering(core: Core): StopJob {
  const posts = core.hookPosts;
  if (!posts) return () => Promise.resolve();
  const abort = new AbortController();
  const on: Delivering = { core, posts, signal: abort.signal };
  const rows = new FailedRows(core, 'an event was not delivered');
  const running = new Map<UserId, Promise<unknown>>();
  let [isUsed, wake] = [true, null as unknown];
  const round = async (): Promise<void> => {
    if (running.size >= limits.atOnce || abort.signal.aborted) return;
    const most = limits.atOnce + rows.waiting;
    const due = await core.store.read((tx) => tx.outgoing.due(core.clock.nowMs(), most));
    for (const { user } of due) {
      if (running.has(user) || rows.waits(user) || running.size >= limits.atOnce) continue;
      const turn = rows.attempt(user, () => takeTurn(on, user));
      running.set(
        user,
        turn.finally(() => {
          running.delete(user);
          wakeSoon();
        }),
      );
    }
  };
  const wakeSoon = (): void => {
    if (wake !== null || abort.signal.aborted) return;
    wake = core.clock.setTimeout(() => {
      wake = null;
      round().catch((error) => core.log.write('error', FAILED, { error: String(error) }));
    }, limits.wakeMs);
  };
  core.hub.onPublished(() => isUsed && wakeSoon());
  const stop = startJob(core, {
    failed: FAILED,
    waitMs: () => limits.lookMs,
    rows,
    work: async () => {
      isUsed = await core.store.read((tx) => tx.outgoing.any());
      if (isUsed) await round();
    },
  });
  return async () => {
    abort.abort();
    core.clock.clearTimeout(wake);
    await stop();
    await Promise.all(running.values());
  };
}

const FAILED = 'outgoing hooks were not served';
