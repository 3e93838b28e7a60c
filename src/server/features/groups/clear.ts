import type * as v from 'valibot';
import { groupStream, parseTarget, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import type { Clearing, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { clearMessage as clearCall } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { authorize, groupAccess } from '../../access/conversation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { wasCleared } from '../push/want.ts';
import { isAdministrator } from '../../../domain/permissions.ts';

/** GROUP-13. The owner, or an administrator of the server. */
export async function clearMessage(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof clearCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const stream = await core.store.write(async (tx) => {
    const stream = await clearable(tx, user, body.id, tx.nowMs);
    if (stream instanceof Refusal) return stream;
    await tx.clearings.begin(stream, { n: (await tx.streams.get(stream))?.count ?? 0, by: user });
    return stream;
  });
  if (stream instanceof Refusal) return stream;
  await finishClearing(core, stream);
  return {};
}

/**
 * Removes messages in short commands, the oldest first, before members are notified (LIMIT-19). The start is
 * stored: an interrupted clearing completes later, and counts for the user who was permitted at its start
 * (GROUP-13).
 */
export async function finishClearing(core: Core, stream: StreamId): Promise<void> {
  while (await core.store.write((tx) => clearPart(tx, stream)));
  await command(core, async (tx, record) => {
    await tx.streams.get(stream);
    const clearing = await tx.clearings.end(stream);
    if (clearing) await recordCleared(core, tx, record, stream, clearing);
  });
}

/** Returns true if some are left. Reading the stream locks it on engines with concurrent writers. */
async function clearPart(tx: WriteTx, stream: StreamId): Promise<boolean> {
  const clearing = (await tx.streams.get(stream)) && (await tx.clearings.get(stream));
  return clearing !== null && tx.messages.clear(stream, clearing.n, limits.clearedOfTurn);
}

/**
 * Runs at once, and periodically: for clearings a stopped server left, or for which the store was too busy.
 */
export function startFinishingClearings(core: Core): StopJob {
  const rows = new FailedRows(core, 'a conversation was not cleared');
  return startJob(core, {
    rows,
    failed: 'a conversation was not cleared',
    // The caller was refused for now, and half of it is gone: it must not stay so for long.
    waitMs: () => serverLimits.jobAgainMs,
    atOnce: true,
    work: () => finishClearings(core, rows),
  });
}

/** Completes interrupted clearings. */
export async function finishClearings(core: Core, rows: RowRetries = NO_RETRIES): Promise<void> {
  const most = serverLimits.pruneStepMax + rows.waiting;
  const left = await core.store.read((tx) => tx.clearings.list(most));
  for (const stream of left) await rows.attempt(stream, () => finishClearing(core, stream));
}

async function clearable(tx: ReadTx, user: UserId, ref: string, nowMs: number): Promise<StreamId | Refusal> {
  const me = await tx.users.byId(user);
  const target = parseTarget(ref);
  if (isAdministrator(me) && target?.kind === 'group' && (await tx.groups.byId(target.group)))
    return groupStream(target.group);
  const at = await groupAccess(tx, user, ref);
  if (at instanceof Refusal) return at;
  const refusal = authorize(at, 'clear', nowMs);
  if (refusal) return refusal;
  return at.stream;
}

/**
 * Everything up to `n` is cleared for all members; marks move at least to it, so nothing cleared is unread
 * (COUNT-10). One row and one event serve all members. From the event a device concludes that none of its own
 * messages remain, and that the remaining mentions are those of all members. Members for whom that is wrong
 * get separate marks (COUNT-4), so the cost grows with the remaining messages, not with the number of members
 * (GROUP-31).
 */
async function recordCleared(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  { n, by }: Clearing,
): Promise<void> {
  const row = await tx.streams.get(stream);
  await tx.groupLines.clear(stream, n);
  await tx.members.readAll(stream, n);
  if (!row || n >= row.count) {
    await record.event(stream, { kind: 'cleared', by, n });
    await wasCleared(core, tx, stream);
    return;
  }
  const { ofAll, apart } = await tx.mentions.after(stream, n);
  const all = ofAll > 0 ? { mentions: ofAll } : {};
  const { seq } = await record.event(stream, { kind: 'cleared', by, n, ...all });
  const place = { of: stream, seq, count: row.count };
  for (const { user } of await tx.members.unreadWithOwn(stream, n)) {
    const own = await tx.messages.ownAfter(stream, user, n);
    await tx.members.update(stream, user, { mark: n, own });
    await record.event(userStream(user), { kind: 'mark', ...place, mark: n, own });
  }
  for (const user of apart) {
    if ((await tx.members.get(stream, user))?.mentionMark !== n) continue;
    const mentions = await tx.mentions.count(stream, user, n);
    if (mentions !== ofAll)
      await record.event(userStream(user), { kind: 'mentionMark', ...place, mark: n, mentions });
  }
}
