import { parseTarget, userOfStream, type UserId } from '../../../domain/ids.ts';
import type { ReadTx, ScheduledRow } from '../../../ports/store.ts';
import type { PushJobRow } from '../../../ports/store/push.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';
import type { Note } from './receivers.ts';
import { unsentPayload } from './words.ts';

/** The newest message that is still unsent, to devices of its author, unless one of them has shown it. */
export async function unsentNotes(tx: ReadTx, job: PushJobRow, nowMs: number): Promise<readonly Note[]> {
  const user = userOfStream(job.stream);
  if (user === null || (await tx.push.viewers(job.stream, job.seq)).includes(user)) return [];
  const row = (await tx.later.scheduledOf(user)).findLast(({ failed }) => failed !== '');
  if (row === undefined) return [];
  const subs = (await tx.push.ofUsers([user], nowMs)).filter(({ cid }) => job.cid === '' || cid === job.cid);
  if (subs.length === 0) return [];
  const chat = await nameOf(tx, user, row);
  return subs.map((sub) => ({ sub, text: unsentPayload({ row, chat }, sub) }));
}

/** The chat's name for its author; null: it is gone. */
async function nameOf(tx: ReadTx, user: UserId, row: ScheduledRow): Promise<string | null> {
  const to = parseTarget(bodyOf(row).toContactId);
  if (to?.kind === 'group') return (await tx.groups.byId(to.group))?.name ?? null;
  if (to?.kind !== 'person') return null;
  const remark = (await tx.friends.nicknames(user, [to.user])).get(to.user);
  return remark || ((await tx.users.byId(to.user))?.realname ?? null);
}
