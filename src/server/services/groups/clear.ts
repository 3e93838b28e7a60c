import type * as v from 'valibot';
import { groupOfStream, groupStream, parseTarget, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { store as limits } from '../../../domain/limits.ts';
import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import type { clearMessage as clearCall } from '../../../wire/calls/groups.ts';
import { command } from '../../core.ts';
import type { Core, Recorder } from '../../core.ts';
import type { Answer, SignedIn } from '../context.ts';
import { demand, groupStanding } from '../standing.ts';

/** GROUP-13. The owner, or an administrator of the server. */
export async function clearMessage({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof clearCall.body>): Promise<Answer> {
  const { stream, n } = await core.store.read(async (tx) => {
    const stream = await clearable(tx, user, body.id, core.clock.nowMs());
    return { stream, n: (await tx.streams.get(stream))?.count ?? 0 };
  });
  await eraseUpTo(core, stream, n);
  // Who might when it began has done it: what is gone has to be told.
  await command(core, (tx, record) => cleared(tx, record, stream, n, user));
  return {};
}

/**
 * Removes messages in short commands, the oldest first, before anybody is told (LIMIT-19): one that is cut off goes on
 * where it ended when it is asked for again.
 */
export async function eraseUpTo(core: Pick<Core, 'store'>, stream: StreamId, n: number): Promise<void> {
  while (await core.store.write((tx) => tx.write.clearMessages(stream, n, limits.clearedOfTurn)));
}

async function clearable(tx: ReadTx, user: UserId, ref: string, nowMs: number): Promise<StreamId> {
  const me = await tx.users.byId(user);
  const target = parseTarget(ref);
  if (me && me.role > 0 && target?.kind === 'group' && (await tx.groups.byId(target.group))) return groupStream(target.group);
  const at = await groupStanding(tx, user, ref);
  demand(at, 'clear', nowMs);
  return at.stream;
}

/** Everything up to `n` is gone for everybody; marks stand at or after it, so nothing cleared is unread (COUNT-10). */
export async function cleared(tx: WriteTx, record: Recorder, stream: StreamId, n: number, by: UserId | null): Promise<void> {
  // What is left of them: a few where they were removed before.
  while (await tx.write.clearMessages(stream, n, limits.clearedOfTurn));
  const row = await tx.streams.get(stream);
  const moved: { readonly user: UserId; readonly mark: number; readonly own: number; readonly mentionMark: number; readonly mentions: number }[] = [];
  for (const member of await tx.members.of(stream)) {
    const mark = Math.max(member.mark, n);
    const own = mark === member.mark ? member.own : await tx.messages.ownAfter(stream, member.user, mark);
    await tx.write.setMember(stream, member.user, { mark, own, mentionMark: Math.max(member.mentionMark, n) });
    if (row && n < row.count) {
      const mentionMark = Math.max(member.mentionMark, n);
      moved.push({ user: member.user, mark, own, mentionMark, mentions: await tx.mentions.count(stream, member.user, mentionMark) });
    }
  }
  const { seq } = await record.event(stream, { kind: 'cleared', by, n });
  // Only part of it went: what is left unread is counted for each, as one's own mark (COUNT-4).
  for (const { user, mark, own, mentionMark, mentions } of moved) {
    const place = { of: stream, seq, count: row?.count ?? 0 };
    await record.event(userStream(user), { kind: 'mark', ...place, mark, own });
    if (groupOfStream(stream) !== null) await record.event(userStream(user), { kind: 'mentionMark', ...place, mark: mentionMark, mentions });
  }
}
