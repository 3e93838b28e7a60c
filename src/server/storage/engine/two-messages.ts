import type { MsgId, StreamId } from '../../../domain/ids.ts';
import type { MessageRow, MessagesWriting, NewMessage } from '../../../ports/store.ts';
import { dropRemindersOf, dropRemindersUpTo } from '../repositories/later.ts';
import { copyFiles } from './two-files.ts';
import { parted } from './two-places.ts';
import type { Places } from './two-places.ts';
import type { Parts } from './two-rules.ts';

/** Answered in the order given. */
export async function insertedAll(
  parts: Parts,
  { ofStream }: Places,
  rows: readonly NewMessage[],
): Promise<readonly MessageRow[]> {
  const both = parted(rows, ({ stream }) => ofStream(stream));
  await copyFiles(parts, both[1]);
  const made = { 0: [] as MessageRow[], 1: [] as MessageRow[] };
  for (const at of [0, 1] as const)
    if (both[at].length > 0) made[at].push(...(await (await parts.write(at)).messages.insertAll(both[at])));
  return rows.flatMap(({ stream }) => made[ofStream(stream)].shift() ?? []);
}

/** Handles a message of the second database: reminders of it are in the first (LATER-11). */
export async function updatedThere(
  parts: Parts,
  id: MsgId,
  patch: Parameters<MessagesWriting['update']>[1],
): Promise<void> {
  await copyFiles(parts, [patch]);
  if (patch.recalled === true) await forgetReminders(parts, id);
  await (await parts.write(1)).messages.update(id, patch);
}

export async function deletedThere(parts: Parts, id: MsgId): Promise<void> {
  await forgetReminders(parts, id);
  await (await parts.write(1)).messages.delete(id);
}

export async function clearedThere(
  parts: Parts,
  stream: StreamId,
  upToN: number,
  limit: number,
): Promise<boolean> {
  const second = await parts.write(1);
  const more = await second.messages.clear(stream, upToN, limit);
  const [left] = await second.messages.oldest(stream, 1);
  await parts.write(0);
  const first = await parts.sql(0);
  await first.all(dropRemindersUpTo, { stream, n: Math.min(upToN, (left?.n ?? Infinity) - 1) });
  return more;
}

async function forgetReminders(parts: Parts, id: MsgId): Promise<void> {
  const row = await (await parts.write(1)).messages.byMsgId(id);
  if (!row) return;
  await parts.write(0);
  await (await parts.sql(0)).all(dropRemindersOf, { stream: row.stream, n: row.n });
}
