import type { UserId } from '../../../domain/ids.ts';
import type { FileQuery, FileRow, MessageRow, ReadTx } from '../../../ports/store.ts';

import { listPlan } from '../repositories/lists.ts';
import { heldIn } from '../repositories/message-files.ts';
import type { StoredRow } from '../repositories/rows.ts';
import { plan } from './plan.ts';
import type { Executor } from './plan.ts';
import type { Parts } from './two-rules.ts';

/**
 * Files are kept in the first database. Where a message of the second holds one, the second has a copy of its
 * row: so what is listed and what may be fetched is found there by one query.
 */
const copy = plan((db, a: StoredRow<'files'>) =>
  db
    .insertInto('files')
    .values({
      id: a.id,
      user_id: a.user_id,
      name: a.name,
      ext: a.ext,
      mime: a.mime,
      cate: a.cate,
      size: a.size,
      digest: a.digest,
      key: a.key,
      purpose: a.purpose,
      details: a.details,
      created_at_ms: a.created_at_ms,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);
const stored = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('files').selectAll().where('id', 'in', ids),
);
const inMessages = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('message_files').select('file_id').where('file_id', 'in', ids),
);
const inReactions = listPlan((db, _: object, ids: readonly number[]) =>
  db.selectFrom('reactions').select('file_id').where('file_id', 'in', ids),
);

/** Files that these messages of the second database hold are known there as well. */
export async function copyFiles(
  parts: Parts,
  rows: readonly Partial<Pick<MessageRow, 'extra'>>[],
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ extra }) => heldIn(extra ?? null)?.id ?? []))];
  if (ids.length === 0) return;
  const second = await parts.sql(1);
  await parts.write(1);
  for (const row of await stored(await parts.sql(0), {}, ids)) await second.all(copy, row);
}

async function heldInSecond(second: Executor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = [...(await inMessages(second, {}, ids)), ...(await inReactions(second, {}, ids))];
  return new Set(rows.flatMap(({ file_id: id }) => id ?? []));
}

/** A user's files that messages of the second database hold. */
export async function filesHeldInSecond(parts: Parts, user: UserId): Promise<readonly number[]> {
  const held: number[] = [];
  const [first, second] = [await parts.read(0), await parts.sql(1)];
  for (let after = 0; ;) {
    const rows = await first.erasing.filesOf(user, after, PAGE);
    const ids = rows.map(({ id }) => id);
    held.push(...(await heldInSecond(second, ids)));
    const last = ids.at(-1);
    if (last === undefined) return held;
    after = last;
  }
}

const PAGE = 500;

/** Files unused in both databases. */
export async function unusedFiles(
  parts: Parts,
  { beforeMs, after, limit }: { readonly beforeMs: number; readonly after: number; readonly limit: number },
): Promise<readonly FileRow[]> {
  const [first, second] = [await parts.read(0), await parts.sql(1)];
  for (let from = after; ;) {
    const rows = await first.files.unused(beforeMs, from, limit);
    const last = rows.at(-1);
    if (last === undefined) return [];
    const ids = rows.map(({ id }) => id);
    const held = await heldInSecond(second, ids);
    const free = rows.filter(({ id }) => !held.has(id));
    // The caller continues after the last of them, and is done when none is returned.
    if (free.length > 0) return free;
    from = last.id;
  }
}

/** Newest first: those of the second database have the higher numbers. */
export async function listedFiles(parts: Parts, query: FileQuery): ReturnType<ReadTx['files']['list']> {
  const upTo = { ...query, page: 1, limit: query.page * query.limit };
  const first = await (await parts.read(0)).files.list(upTo);
  const second = await (await parts.read(1)).files.list(upTo);
  const rows = [...second.rows, ...first.rows].slice(upTo.limit - query.limit, upTo.limit);
  return { rows, total: first.total + second.total };
}
