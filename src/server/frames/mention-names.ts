import { type MentionName, mentionsIn, nameNow } from '../../domain/mention-names.ts';
import { forwardMarkIn, withForwardMark } from '../../domain/forward-mark.ts';
import { userId } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageRow, ReadTx, UserRow } from '../../ports/store.ts';

type Extra = MessageRow['extra'];
interface MentioningRow {
  readonly extra: Extra;
}

const hasNames = ({ extra }: MentioningRow): boolean =>
  extra !== null && ('mentions' in extra || 'forward' in extra);

function namedUsers(extra: Extra): readonly number[] {
  const author = forwardMarkIn(extra)?.author;
  return [...mentionsIn(extra).map(({ id }) => id), ...(author ? [author.id] : [])].filter((id) => id > 0);
}

/**
 * The same rows with present names of mentioned users (MENTION-7) and of the first authors of forwards, who
 * may have chosen since not to be named (FORWARD-3). Stored rows keep the written names; those
 * of an erased account no longer fit the text, which then mentions no user (`erasing/names.ts`).
 */
export async function withNamesNow<T extends MentioningRow>(
  tx: ReadTx,
  rows: readonly T[],
): Promise<readonly T[]> {
  const ids = new Set<number>(rows.filter(hasNames).flatMap(({ extra }) => namedUsers(extra)));
  if (ids.size === 0) return rows;
  const users = await tx.users.byIds([...ids].map(userId));
  return rows.map((row) => {
    if (!hasNames(row)) return row;
    const now = mentionsIn(row.extra).map(({ id, name }): MentionName => {
      const user = users.get(userId(id));
      const next = user === undefined ? name : nameNow(name, user);
      return next === name ? { id, name } : { id, name, now: next };
    });
    const extra = now.length > 0 ? { ...row.extra, mentions: now } : row.extra;
    return { ...row, extra: authorNow(extra, users) };
  });
}

function authorNow(extra: Extra, users: ReadonlyMap<UserId, UserRow>): Extra {
  const mark = forwardMarkIn(extra);
  const user = mark?.author && users.get(mark.author.id);
  if (!mark || !user) return extra;
  const isNamed = user.privacy.forwards !== 'none';
  const author = isNamed ? { id: user.id, realname: user.realname } : null;
  return withForwardMark(extra, { ...mark, author });
}

/** The same for rows in a map, with any key. */
export async function mapWithNamesNow<K, T extends MentioningRow | null>(
  tx: ReadTx,
  rows: ReadonlyMap<K, T>,
): Promise<ReadonlyMap<K, T>> {
  const entries = [...rows].filter(([, row]) => row !== null && hasNames(row));
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
 * text comes from another chat (MENTION-6). A mention of all requires permission; `sets` are the names that
 * mean several members.
 */
export async function withMembersOnly(
  tx: ReadTx,
  stream: StreamId,
  extra: Extra,
  people: readonly number[],
  sets: readonly MentionName[] = [],
): Promise<Extra> {
  const mentions = mentionsIn(extra);
  if (mentions.length === 0) return extra;
  const members: MentionName[] = [];
  for (const one of mentions) {
    const isMember =
      one.id > 0
        ? (await tx.members.get(stream, userId(one.id))) !== null
        : one.id === 0
          ? people.includes(0)
          : sets.some(({ id, name }) => id === one.id && name === one.name);
    if (isMember) members.push({ id: one.id, name: one.name });
  }
  const { mentions: _, ...rest } = extra ?? {};
  if (members.length > 0) return { ...rest, mentions: members };
  return Object.keys(rest).length === 0 ? null : rest;
}
