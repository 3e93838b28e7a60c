import type * as v from 'valibot';
import { type StreamId, msgId, userId } from '../../../domain/ids.ts';
import { searchLimits as searching } from '../../../domain/limits.ts';
import { type SearchFilter, isNarrowed } from '../../../domain/search-filter.ts';
import type { MessageRow } from '../../../ports/store.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import type { search as call } from '../../../wire/calls/files.ts';
import { type LoadedList, loadList, formsInParts } from '../../frames/history.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { TextWork } from '../../kernel/long-read.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { accessTo, visibleAbove } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { searchOf } from './find.ts';

export const searchEndpoints: readonly Endpoint[] = [own(fileCalls.search, search, searching.rate)];

/**
 * Ours: rows as in the history, each with the conversation as the user sees it; `count` exceeds the returned
 * rows while there are more. `next` if it has cost enough: older ones follow with `last_id: next`
 * (SEARCH-10).
 */
async function search(
  { core, rates, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const { keywords } = body;
  const filter: SearchFilter = {
    from: body.from_user === undefined ? undefined : userId(body.from_user),
    has: body.has,
    sinceMs: inMs(body.since),
    untilMs: inMs(body.until),
  };
  if (keywords === '' && !isNarrowed(filter))
    return new Refusal('badField', { facts: { field: 'keywords' } });
  const skip = body.last_id ? 0 : (body.page - 1) * body.limit;
  const there =
    body.toContactId === undefined
      ? null
      : await core.store.read((tx) => accessTo(tx, user, body.toContactId ?? ''));
  if (there instanceof Refusal) return there;
  const at = there && { stream: there.stream, aboveN: visibleAbove(there) };
  const before = body.last_id ? msgId(body.last_id) : undefined;
  const query = { user, keywords, filter, at, before, skip, take: body.limit };
  const matches = await searchOf({ core, rates }, query);
  if (matches instanceof Refusal) return matches;
  const { rows, more, next } = matches;
  const lists = await core.store.read(async (tx) => {
    const loaded: LoadedList[] = [];
    for (const [stream, part] of byStream(rows))
      loaded.push(await loadList(tx, stream, part, user, core.settings));
    return loaded;
  });
  const work = new TextWork(core.store);
  const details = new Map<number, Record<string, unknown>>();
  for (const list of lists)
    for (const form of await formsInParts(work, list)) details.set(Number(form['msg_id']), form);
  const data = rows.map((row) => ({
    ...details.get(row.msgId),
    contactId: wireId(conversationFor(user, row.stream)),
  }));
  return {
    data,
    count: skip + rows.length + (more ? 1 : 0),
    page: body.page,
    characters: work.characters,
    ...(next === null ? {} : { beside: { next } }),
  };
}

const inMs = (sec: number | undefined): number | undefined => (sec === undefined ? undefined : sec * 1_000);

function byStream(rows: readonly MessageRow[]): ReadonlyMap<StreamId, readonly MessageRow[]> {
  const lists = new Map<StreamId, MessageRow[]>();
  for (const row of rows) {
    const list = lists.get(row.stream) ?? [];
    list.push(row);
    lists.set(row.stream, list);
  }
  return lists;
}
