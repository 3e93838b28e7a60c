import type * as v from 'valibot';
import type { StreamId } from '../../../domain/ids.ts';
import type { MessageRow } from '../../../ports/store.ts';
import type { search as call } from '../../../wire/calls/files.ts';
import { messageList } from '../../frames/history.ts';
import { conversationOf, wireId } from '../../frames/wire-values.ts';
import type { Answer, SignedIn } from '../context.ts';
import { standing, visibleAbove } from '../standing.ts';
import { findMessages } from './find.ts';

/** Ours: rows as in the history, each with the conversation that the searcher sees; `count` is above what was given while there are more. */
export async function search({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof call.body>): Promise<Answer> {
  const skip = (body.page - 1) * body.limit;
  const { rows, more } = await core.store.read(async (tx) => {
    const there = body.toContactId === undefined ? null : await standing(tx, user, body.toContactId);
    const at = there && { stream: there.stream, aboveN: visibleAbove(there) };
    const found = await findMessages(tx, { user, keywords: body.keywords, at, skip, take: body.limit });
    const shown = new Map<number, Record<string, unknown>>();
    for (const [stream, list] of byStream(found.rows)) {
      for (const data of await messageList(tx, stream, list, user, core.settings)) shown.set(Number(data['msg_id']), data);
    }
    return { rows: found.rows.map((row) => ({ ...shown.get(row.msgId), contactId: wireId(conversationOf(user, row.stream)) })), more: found.more };
  });
  return { data: rows, count: skip + rows.length + (more ? 1 : 0), page: body.page };
}

function byStream(rows: readonly MessageRow[]): ReadonlyMap<StreamId, readonly MessageRow[]> {
  const lists = new Map<StreamId, MessageRow[]>();
  for (const row of rows) {
    const list = lists.get(row.stream) ?? [];
    list.push(row);
    lists.set(row.stream, list);
  }
  return lists;
}
