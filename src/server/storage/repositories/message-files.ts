import type { StreamId } from '../../../domain/ids.ts';
import type { MessageRow } from '../../../ports/store.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

/** Files held by messages: stored and deleted with the message (FILE-4). */
const add = plan((db, a: { stream: StreamId; n: number; file: number; cate: number }) =>
  db.insertInto('message_files').values({ stream: a.stream, n: a.n, file_id: a.file, cate: a.cate }),
);
const drop = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('message_files').where('stream', '=', a.stream).where('n', '=', a.n),
);
const dropUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('message_files').where('stream', '=', a.stream).where('n', '<=', a.n),
);

const release = plan((db, a: { file: number }) =>
  db
    .insertInto('released_files')
    .columns(['file_id', 'key'])
    .expression((e) => e.selectFrom('files').select(['id', 'key']).where('id', '=', a.file))
    .onConflict((on) => on.column('file_id').doNothing()),
);
const releaseUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .insertInto('released_files')
    .columns(['file_id', 'key'])
    .expression((e) =>
      e
        .selectFrom('files')
        .select(['id', 'key'])
        .where('id', 'in', (builder) =>
          builder
            .selectFrom('message_files')
            .select('file_id')
            .where('stream', '=', a.stream)
            .where('n', '<=', a.n),
        ),
    )
    .onConflict((on) => on.column('file_id').doNothing()),
);

/** Notes a file that lost a holder: the next sweep removes it unless another one holds it (FILE-5). */
export const releaseFile = async (sql: Executor, file: number): Promise<void> =>
  void (await sql.all(release, { file }));

interface Held {
  readonly id: number;
  readonly cate: number;
}

/** A message row's data about its file, or its card's picture; see `files/held-file.ts`. */
export const fileReferenceIn = (extra: MessageRow['extra']): Held | null =>
  (extra?.['file'] as Held | undefined) ??
  (extra?.['link'] as { readonly picture?: Held | null } | undefined)?.picture ??
  null;

export async function addHeld(
  sql: Executor,
  { stream, n, extra }: Pick<MessageRow, 'stream' | 'n' | 'extra'>,
): Promise<void> {
  const reference = fileReferenceIn(extra);
  if (reference) await sql.all(add, { stream, n, file: reference.id, cate: reference.cate });
}

export async function dropHeld(
  sql: Executor,
  { stream, n, extra }: Pick<MessageRow, 'stream' | 'n' | 'extra'>,
): Promise<void> {
  const reference = fileReferenceIn(extra);
  if (reference === null) return;
  await sql.all(drop, { stream, n });
  await releaseFile(sql, reference.id);
}

export async function dropHeldUpTo(sql: Executor, stream: StreamId, n: number): Promise<void> {
  await sql.all(releaseUpTo, { stream, n });
  await sql.all(dropUpTo, { stream, n });
}
