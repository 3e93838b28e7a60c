import { type MentionName, mentionsIn, nameNow } from '../../domain/mention-names.ts';
import { userId } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import type { MessageRow, ReadTx } from '../../ports/store.ts';

type Extra = MessageRow['extra'];
interface MentioningRow {
  readonly extra: Extra;
}

const mentions = ({ extra }: MentioningRow): boolean => extra !== null && 'mentions' in extra;

/**
 * The same rows with present names of mentioned users (MENTION-7). Stored rows keep the written names; those
 * of an erased account no longer fit the text, which then mentions no user (`erasing/names.ts`).
 */
export async function withNamesNow<T extends MentioningRow>(
  tx: ReadTx,
  rows: readonly T[],
): Promise<readonly T[]> {
  const ids = new Set(rows.filter(mentions).flatMap(({ extra }) => mentionsIn(extra).map(({ id }) => id)));
  ids.delete(0);
  if (ids.size === 0) return rows;
  const users = await tx.users.byIds([...ids].map(userId));
  return rows.map((row) => {
    if (!mentions(row)) return row;
    const now = mentionsIn(row.extra).map(({ id, name }): MentionName => {
      const user = users.get(userId(id));
      const next = user === undefined ? name : nameNow(name, user);
      return next === name ? { id, name } : { id, name, now: next };
    });
    return { ...row, extra: { ...row.extra, mentions: now } };
  });
}

/** The same for rows in a map, with any key. */
export async function mapWithNamesNow<K, T extends MentioningRow | null>(
  tx: ReadTx,
  rows: ReadonlyMap<K, T>,
): Promise<ReadonlyMap<K, T>> {
  const entries = [...rows].filter(([, row]) => row !== null && mentions(row));
  if (entries.length === 0) return rows;
  const renamed = await withNamesNow(
    tx,
    entries.map(([, row]) => row as T & MentioningRow),
  );
  return new Map([...rows, ...entries.map(([key], at) => [key, renamed[at] as T] as const)]);
}

/** The row of a conversation, with the names of now in its last message. */
export async function viewsWithNamesNow<T extends { readonly last: MentioningRow | null }>(
  tx: ReadTx,
  views: readonly T[],
): Promise<readonly T[]> {
  const lasts = await mapWithNamesNow(tx, new Map(views.map((view) => [view, view.last])));
  return views.map((view) => {
    const last = lasts.get(view);
    return last === view.last ? view : { ...view, last };
  });
}

/**
 * `extends` without mentions of users outside this conversation: a client may name any user, and a forwarded
 * text comes from another chat (MENTION-6). A mention of all requires permission.
 */
export async function withMembersOnly(
  tx: ReadTx,
  stream: StreamId,
  extra: Extra,
  people: readonly number[],
): Promise<Extra> {
  const mentions = mentionsIn(extra);
  if (mentions.length === 0) return extra;
  const members: MentionName[] = [];
  for (const one of mentions) {
    const isMember =
      one.id === 0 ? people.includes(0) : (await tx.members.get(stream, userId(one.id))) !== null;
    if (isMember) members.push({ id: one.id, name: one.name });
  }
  const { mentions: _, ...rest } = extra ?? {};
  if (members.length > 0) return { ...rest, mentions: members };
  return Object.keys(rest).length === 0 ? null : rest;
}
