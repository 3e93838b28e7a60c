import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import { captionOf } from '../../domain/message.ts';
import { isFor, mayRead, visible } from '../../domain/visible.ts';
import { countsWithout } from '../../domain/reactions.ts';
import { isPoll } from '../../domain/poll-mark.ts';
import type { MessageRow, PollTallyRow, ReadTx } from '../../ports/store.ts';
import type { Settings } from '../kernel/core.ts';
import { serverLimits } from '../kernel/limits.ts';
import type { TextWork } from '../kernel/long-read.ts';
import { bytesOf } from '../kernel/page-bytes.ts';
import { messageData, quotedIds } from './message-data.ts';
import type { MessageVariant } from './message-data.ts';
import { mapWithNamesNow, withNamesNow } from './mention-names.ts';
import { everyoneIn, plainMessage } from './plain.ts';
import { toFlag } from './wire-values.ts';
import { type Role } from '../../domain/contact.ts';

type ListVariant = Exclude<MessageVariant, 'push'> | 'plain' | 'plainKind';
type Made = Record<string, unknown>;

/** Messages with what their wire forms need. */
export interface LoadedList {
  readonly rows: readonly MessageRow[];
  readonly make: (row: MessageRow) => Made;
  /** Characters whose marks or addresses the form of this row needs. */
  readonly costOf: (row: MessageRow) => number;
}

const EMPTY: LoadedList = { rows: [], make: () => ({}), costOf: () => 0 };

/** The forms of a few messages, within a read; of a page see `loadList`. */
export async function messageList(...args: Parameters<typeof loadList>): Promise<readonly Made[]> {
  const { rows, make } = await loadList(...args);
  return rows.map((row) => make(row));
}

/**
 * The forms of a page, after the read of `loadList`; other requests run in between (LIMIT-22).
 * @param least Ends at the size of a page, but not before so many rows (LIMIT-15).
 */
export async function formsInParts(
  work: TextWork,
  { rows, make, costOf }: LoadedList,
  least = Number.MAX_SAFE_INTEGER,
): Promise<readonly Made[]> {
  const list: Made[] = [];
  let bytes = 0;
  for (const row of rows) {
    const form = make(row);
    const size = bytesOf(form);
    bytes += size;
    if (bytes > serverLimits.pageBytesMax && list.length >= least) break;
    list.push(form);
    await work.read(costOf(row), size / serverLimits.bytesOfCharacter);
  }
  return list;
}

/**
 * Loads what the wire forms of stored messages of one conversation need, with a handful of queries: history
 * (`history`, for base-protocol clients `plain`, for requests of one kind `plainKind`) and the answer of a
 * send (`answer`). Keeps the given order.
 */
export async function loadList(
  tx: ReadTx,
  stream: StreamId,
  stored: readonly MessageRow[],
  viewer: UserId,
  settings: Pick<Settings, 'wireTime' | 'publicUrl'>,
  variant: ListVariant = 'history',
): Promise<LoadedList> {
  if (stored.length === 0) return EMPTY;
  const rows = await withNamesNow(tx, stored);
  const authors = [...new Set(rows.map((row) => row.from))];
  const users = await tx.users.byIds(authors);
  const quotes = quotedIds(rows);
  const quoted: ReadonlyMap<MsgId, MessageRow> =
    quotes.length > 0 ? await mapWithNamesNow(tx, await tx.messages.byMsgIds(quotes)) : new Map();
  const above = quotes.length > 0 ? await firstVisible(tx, stream, viewer) : null;
  const pair = peopleOfStream(stream);
  const remarks = pair ? await tx.friends.nicknames(viewer, authors) : new Map<UserId, string>();
  const roles = new Map<UserId, Role>();
  if (groupOfStream(stream) !== null) {
    for (const author of authors) roles.set(author, (await tx.members.get(stream, author))?.role ?? 3);
  }
  const read = await readUpTo(tx, stream, pair, viewer);
  const everyone = variant === 'plain' || variant === 'plainKind' ? await everyoneIn(tx, rows) : null;
  const kind = variant === 'answer' ? 'answer' : 'history';
  const reactions = variant === 'history' ? await reactionsOf(tx, stream, rows, viewer) : null;
  const polls = await tx.polls.tallies(
    stream,
    rows.filter(({ recalled, extra }) => !recalled && isPoll(extra)).map(({ n }) => n),
  );
  const choices = everyone === null ? await tx.polls.choicesOf(stream, viewer, [...polls.keys()]) : null;
  const threads = variant === 'history' ? await tx.threads.tallies(stream, rows.map(numberOf)) : null;
  const privateAnswers =
    pair && threads && threads.size > 0 ? await tx.messages.answersOfOne(stream, [...threads.keys()]) : [];
  const make = (row: MessageRow): Made => {
    const data = messageData(row, viewer, kind, {
      settings,
      author: users.get(row.from) ?? null,
      alias: row.from === viewer ? '' : (remarks.get(row.from) ?? ''),
      role: roles.get(row.from) ?? 3,
      quoted: row.pid === null ? null : visibleRow(quoted.get(row.pid), above, viewer),
      isRead: kind === 'history' && (row.from === viewer ? row.n <= read.theirs : row.n <= read.mine),
    });
    const under = reactions?.get(row.n);
    if (under) data['reactions'] = under;
    const tally = polls.get(row.n);
    if (tally && kind === 'history' && choices !== null)
      data['poll'] = pollData(tally, choices.get(row.n) ?? []);
    const answered = threads?.get(row.n);
    if (answered && !row.recalled)
      data['replies'] = { at: answered.seq, count: answered.count - notFor(privateAnswers, row.n, viewer) };
    return everyone === null
      ? data
      : plainMessage(data, {
          stream,
          viewer,
          everyone,
          origin: settings.publicUrl,
          asKind: variant === 'plainKind',
          counts: tally?.counts ?? [],
        });
  };
  const costOf = (row: MessageRow): number =>
    (everyone === null ? 0 : textLength(row)) + textLength(row.pid === null ? null : quoted.get(row.pid));
  return { rows, make, costOf };
}

/** Its text, or its caption. */
export const textLength = (row: Pick<MessageRow, 'content' | 'extra'> | null | undefined): number =>
  row ? row.content.length + captionOf(row.extra).length : 0;

/** A poll's result, and the viewer's own choice; for our client only (POLL-4, POLL-10). */
const pollData = ({ seq, counts, voters, closed }: PollTallyRow, mine: readonly number[]) => ({
  at: seq,
  counts,
  voters,
  closed: toFlag(closed),
  mine,
});
/** Number of a thread's answers that are private to another user. */
export const notFor = (
  replies: readonly { readonly root: number; readonly only: UserId; readonly count: number }[],
  root: number,
  viewer: UserId,
): number =>
  replies.reduce((sum, one) => sum + (one.root === root && one.only !== viewer ? one.count : 0), 0);

const numberOf = ({ n }: MessageRow): number => n;

/**
 * Reactions of the messages, and the viewer's own; for our client only (REACT-4, REACT-9). In groups without
 * those by users whom the viewer has blocked (BLOCK-17).
 */
async function reactionsOf(
  tx: ReadTx,
  stream: StreamId,
  rows: readonly MessageRow[],
  viewer: UserId,
): Promise<ReadonlyMap<number, object>> {
  const tallies = await tx.reactions.tallies(
    stream,
    rows.filter(({ recalled }) => !recalled).map(({ n }) => n),
  );
  const ns = [...tallies.keys()];
  const mine = await tx.reactions.ofUser(stream, viewer, ns);
  const blocked = groupOfStream(stream) === null ? null : await tx.reactions.blockedBy(viewer, stream, ns);
  return new Map(
    [...tallies].map(([n, { seq, counts }]) => [
      n,
      { at: seq, counts: countsWithout(counts, blocked?.get(n)), mine: mine.get(n) ?? [] },
    ]),
  );
}

async function firstVisible(tx: ReadTx, stream: StreamId, viewer: UserId): Promise<number | null> {
  const group = groupOfStream(stream);
  if (group === null) return 0;
  const history = (await tx.groups.byId(group))?.setting.history === true;
  return visible(viewer, { kind: 'group', member: await tx.members.get(stream, viewer), history });
}

/** A quoted message from before the viewer's time is not shown (GROUP-19). */
const visibleRow = (row: MessageRow | undefined, above: number | null, viewer: UserId): MessageRow | null =>
  row && isFor(row, viewer) && mayRead(above, row.n) ? row : null;

/** Marks of both sides; groups have no receipts, so the author's side counts as read there. */
async function readUpTo(
  tx: ReadTx,
  stream: StreamId,
  pair: readonly [UserId, UserId] | null,
  viewer: UserId,
) {
  const mine = (await tx.members.get(stream, viewer))?.mark ?? 0;
  if (!pair) return { mine, theirs: Number.MAX_SAFE_INTEGER };
  const theirs = (await tx.members.get(stream, pair[0] === viewer ? pair[1] : pair[0]))?.told ?? 0;
  return { mine, theirs };
}
