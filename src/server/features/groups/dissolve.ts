import type * as v from 'valibot';
import { groupStream, userStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Dissolving, WriteTx } from '../../../ports/store.ts';
import type { removeGroup as dissolveCall } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { authorize, groupAccess } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { finishClearing } from './clear.ts';
import { groupCallEnded } from '../push/ring.ts';

/**
 * Ends the group with this one command (GROUP-5): all writing, joining and managing stops. Each member is
 * notified in their own stream, the first of them by the command itself, the others in short commands after
 * it (GROUP-32). Then its messages are deleted.
 */
export async function removeGroup(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof dissolveCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const ended = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const refusal = authorize(at, 'dissolve', tx.nowMs);
    if (refusal) return refusal;
    const { seq } = await record.event(at.stream, { kind: 'dissolved', by: user });
    const dissolving = { seq, by: user };
    await dismiss(tx, record, at.stream, dissolving);
    await endGroup(tx, at.group.id, user);
    const isLeft = (await tx.members.count(at.stream)) > 0;
    if (isLeft) await tx.dissolvings.begin(at.stream, dissolving);
    return { stream: at.stream, isLeft };
  });
  if (ended instanceof Refusal) return ended;
  const { stream, isLeft } = ended;
  // The group has ended even if these fail: the jobs do the rest.
  if (isLeft)
    await dismissMore(core, stream, limits.dismissedAtOnce - limits.dismissedOfTurn).catch((error: unknown) =>
      core.log.write('error', 'members of an ended group wait to be told', { error: String(error) }),
    );
  await finishClearing(core, stream).catch((error: unknown) =>
    core.log.write('error', 'messages of an ended group wait to be deleted', { error: String(error) }),
  );
  return {};
}

/** Ends a group: its texts go with this command, its messages in the next ones (GROUP-5). */
export async function endGroup(tx: WriteTx, group: GroupId, by: UserId): Promise<void> {
  const stream = groupStream(group);
  await groupCallEnded(tx, stream);
  await tx.groupCalls.end(stream);
  await tx.entrances.close(group);
  // Their accounts end with the next round of the job (GUEST-6).
  for (const { user } of await tx.guests.activeOf(stream)) await tx.guests.end(user, tx.nowMs);
  await tx.groups.end(group);
  const { head = 0, count = 0 } = (await tx.streams.get(stream)) ?? {};
  // The last one ended it; earlier ones have its names.
  await tx.streams.drop(stream, head - 1, tx.nowMs);
  await tx.clearings.begin(stream, { n: count, by });
}

/** The first remaining members, by role and then by time of joining. */
async function dismiss(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  dissolving: Dissolving,
): Promise<void> {
  const members = await tx.members.of(stream, { page: 1, limit: limits.dismissedOfTurn });
  const users = members.map(({ user }) => user).toSorted((a, b) => a - b);
  await tell(tx, record, stream, dissolving, users);
}

async function tell(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  { seq, by }: Dissolving,
  users: readonly UserId[],
): Promise<void> {
  await tx.members.endOf(stream, users, seq);
  for (const user of users)
    await record.event(userStream(user), { kind: 'left', of: stream, until: seq, why: 'dissolved', by });
}

/** An account being erased is notified before the other members of an ended group. */
export async function dismissOne(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  user: UserId,
): Promise<void> {
  const dissolving = await tx.dissolvings.get(stream);
  if (dissolving) await tell(tx, record, stream, dissolving, [user]);
}

/** At most so many, and those of the last command. */
async function dismissMore(core: Core, stream: StreamId, atMost: number): Promise<void> {
  for (let notified = 0; notified < atMost; notified += limits.dismissedOfTurn)
    if (!(await dismissPart(core, stream))) return;
}

/** Returns true if some are left. Reading the stream locks it on engines with concurrent writers. */
const dismissPart = (core: Core, stream: StreamId): Promise<boolean> =>
  command(core, async (tx, record) => {
    await tx.streams.get(stream);
    const dissolving = await tx.dissolvings.get(stream);
    if (!dissolving) return false;
    await dismiss(tx, record, stream, dissolving);
    if ((await tx.members.count(stream)) > 0) return true;
    await tx.dissolvings.end(stream);
    return false;
  });

/** Notifies the remaining members of ended groups: at once after a start, and periodically. */
export function startFinishingDissolvings(core: Core): StopJob {
  const rows = new FailedRows(core, 'members of an ended group were not told');
  return startJob(core, {
    rows,
    failed: 'members of an ended group were not told',
    waitMs: () => serverLimits.jobAgainMs,
    atOnce: true,
    work: () => finishDissolvings(core, rows),
  });
}

export async function finishDissolvings(core: Core, rows: RowRetries = NO_RETRIES): Promise<void> {
  const most = serverLimits.pruneStepMax + rows.waiting;
  const left = await core.store.read((tx) => tx.dissolvings.list(most));
  for (const stream of left) await rows.attempt(stream, () => dismissMore(core, stream, Infinity));
}
