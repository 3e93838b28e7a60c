import type * as v from 'valibot';
import type { UserId } from '../../../domain/ids.ts';
import type { FileQuery, FileRow, ListedFile, ReadTx, UserRow } from '../../../ports/store.ts';
import type { filesIndex as call } from '../../../wire/calls/files.ts';
import type { Core } from '../../kernel/core.ts';
import { fileData } from '../../frames/file-data.ts';
import { messageList } from '../../frames/history.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { openStreams } from '../../access/open-streams.ts';
import { isAdministrator } from '../../../domain/permissions.ts';

const ROLES = ['any', 'sent', 'received'] as const;

/**
 * Files of the conversations that the asker may read; with `is_all` every file, for administrators (FILE-3).
 */
export async function filesIndex(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const { page, limit, keywords } = body;
  const cate = body.cate === 0 ? null : body.cate === 5 ? 9 : body.cate;
  const scope = await core.store.read(async (tx) => {
    const query: FileQuery = { user, open: [], role: ROLES[body.role] ?? 'any', cate, keywords, page, limit };
    if (body.is_all) return allFiles(tx, query);
    const listed = await tx.files.list({ ...query, open: await openStreams(tx, user) });
    return { data: await messageRows(core, tx, user, listed.rows), total: listed.total };
  });
  if (scope instanceof Refusal) return scope;
  const { data, total } = scope;
  return { data, count: total, page };
}

async function messageRows(core: Core, tx: ReadTx, user: UserId, rows: readonly ListedFile[]) {
  const people = await tx.users.byIds([...new Set(rows.map(({ message }) => message.from))]);
  const list = [];
  for (const { message, file } of rows) {
    const [data] = await messageList(tx, message.stream, [message], user, core.settings);
    list.push({
      ...data,
      ...fileColumns(file),
      src: fileData(message, core.settings.links)?.['content'] ?? '',
      msg_type: message.type,
      contactId: wireId(conversationFor(user, message.stream)),
      user_id_info: card(people.get(message.from) ?? null, message.from),
    });
  }
  return list;
}

const fileColumns = (file: FileRow) => ({
  file_id: file.id,
  name: file.name.replace(/\.[^.]*$/, ''),
  ext: file.ext,
  size: file.sizeBytes,
  cate: file.cate,
  file_type: file.mime,
});

/** Lists files, not their contents: an administrator reads no conversation of other users. */
async function allFiles(tx: ReadTx, query: FileQuery) {
  if (!isAdministrator(await tx.users.byId(query.user))) return new Refusal('noPermission');
  const { rows, total } = await tx.files.every(query);
  const owners: ReadonlyMap<UserId, UserRow> = await tx.users.byIds([
    ...new Set(rows.map((row) => row.user)),
  ]);
  const data = rows.map((row) => ({
    ...fileColumns(row),
    msg_id: 0,
    msg_type: 'file',
    src: '',
    preview: '',
    extUrl: '',
    download: '',
    user_id: row.user,
    create_time: Math.floor(row.createdAtMs / 1_000),
    user_id_info: card(owners.get(row.user) ?? null, row.user),
  }));
  return { data, total };
}
