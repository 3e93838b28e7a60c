import { makeZip } from 'client-zip';
import { groupOfStream, peopleOfStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { captionOf } from '../../../domain/message.ts';
import { pollOf } from '../../../domain/poll.ts';
import type { FileRow, MessageRow, PollTallyRow, ReactionTally, ReadTx } from '../../../ports/store.ts';
import { detailsOf } from '../../frames/file-data.ts';
import { fileIn } from '../../files/held-file.ts';
import type { Core } from '../../kernel/core.ts';
import { exportLimits as limits } from '../../kernel/limits.ts';
import { nameForReader, textForReader } from '../../kernel/for-reader.ts';
import { TextWork } from '../../kernel/long-read.ts';
import { readableAbove } from '../../access/conversation.ts';
import { phrase, phraseIn } from '../../kernel/phrase.ts';
import type { TextLanguage } from '../../kernel/texts.ts';
import { ownLines } from './own-lines.ts';
import { chatPage, indexPage, isOnPage } from './pages.ts';
import type { Quoted, Reader, ShownChat, ShownLine } from './pages.ts';

type Exporter = Pick<Core, 'store' | 'uploads' | 'clock'>;

/**
 * A user's data as an archive, generated while it is read and never held as a whole: JSON lines, each chat as
 * far as this user may read it, their files, and pages of all that for any browser (DATA-7).
 */
export const ownArchive = (
  core: Exporter,
  reader: Reader,
  canContinue: () => Promise<boolean>,
): ReadableStream<Uint8Array> =>
  makeZip(whileItGoesOn(parts(core, reader), canContinue), { buffersAreUTF8: true });

/** Checked before each part: after a log-out nothing more is sent, and the archive is cut off. */
async function* whileItGoesOn(
  all: AsyncGenerator<Part>,
  canContinue: () => Promise<boolean>,
): AsyncGenerator<Part> {
  for await (const part of all) {
    if (!(await canContinue())) throw new Error('the session that asked for the archive has ended');
    yield part;
  }
}

interface Part {
  readonly name: string;
  /** Parts are never empty: an empty one would mark the end. */
  readonly input: AsyncIterable<string | Uint8Array>;
  readonly lastModified: Date;
}

async function* parts(core: Exporter, reader: Reader): AsyncGenerator<Part> {
  const { store } = core;
  const { user, language } = reader;
  // Of all chats: many short ones take as long as a long one.
  const work = new TextWork(store);
  const lastModified = new Date(core.clock.nowMs());
  yield { name: 'data.jsonl', input: jsonLines(ownLines(store, user)), lastModified };
  const chats: (ShownChat & { count: number })[] = [];
  const places = await store.read((tx) => tx.erasing.placesOf(user));
  for (const stream of [userStream(user), ...places]) {
    const chat = await store.read((tx) => chatIn(tx, user, stream, language));
    if (chat === null) continue;
    const rows = () => linesIn(core, user, chat, language, work);
    yield { name: `chats/${stream}.jsonl`, input: jsonLines(rows()), lastModified };
    // A page without a message would be empty.
    const count = await countOnPage(rows());
    if (count === 0) continue;
    chats.push({ ...chat, count });
    yield { name: `chats/${stream}.html`, input: chatPage(chat, rows(), reader), lastModified };
  }
  const files: FileRow[] = [];
  for await (const file of filesOf(core, user)) {
    const stored = await core.uploads?.files.open(file.key);
    // Deleted in the meantime: a request now would not return it either.
    if (!stored) continue;
    if (files.length < limits.filesListed) files.push(file);
    const reader = stored.body.getReader();
    try {
      yield { name: pathOf(file), input: bytesFrom(reader), lastModified: new Date(file.createdAtMs) };
    } finally {
      // Closes open resources, even if the reader stops early.
      await reader.cancel();
    }
  }
  const me = await store.read((tx) => tx.users.byId(user));
  const page = {
    name: me?.realname ?? '',
    chats,
    files: files.map((file) => ({ ...file, path: pathOf(file) })),
  };
  yield { name: 'index.html', input: indexPage(page, reader), lastModified };
}

async function countOnPage(lines: AsyncIterable<ShownLine>): Promise<number> {
  let count = 0;
  for await (const line of lines) if (isOnPage(line)) count += 1;
  return count;
}

/** A file name any system accepts, independent of the original one. */
export const pathOf = ({ id, ext }: Pick<FileRow, 'id' | 'ext'>): string =>
  `files/${id}${/^[a-z0-9]{1,16}$/.test(ext) ? `.${ext}` : ''}`;

async function* bytesFrom(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.byteLength > 0) yield value;
  }
}

async function* jsonLines(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** Null: the user may no longer read any of it. */
async function chatIn(
  tx: ReadTx,
  user: UserId,
  stream: StreamId,
  language: TextLanguage,
): Promise<ShownChat | null> {
  if (stream === userStream(user))
    return { stream, aboveN: 0, title: phraseIn(phrase('export.self'), language) };
  const aboveN = await readableAbove(tx, user, stream);
  if (aboveN === null || aboveN === Number.MAX_SAFE_INTEGER) return null;
  return { stream, aboveN, title: nameForReader(await titleOf(tx, user, stream), language) };
}

async function titleOf(tx: ReadTx, user: UserId, stream: StreamId): Promise<string> {
  const group = groupOfStream(stream);
  if (group !== null) return (await tx.groups.byId(group))?.name ?? '';
  const other = peopleOfStream(stream)?.find((one) => one !== user);
  if (other === undefined) return stream;
  const nickname = (await tx.friends.nicknames(user, [other])).get(other);
  return nickname || ((await tx.users.byId(other))?.realname ?? '');
}

/** In characters: what a line costs besides its text. */
const LINE_COST = 64;

async function* linesIn(
  { store }: Exporter,
  user: UserId,
  chat: ShownChat,
  language: TextLanguage,
  work: TextWork,
): AsyncGenerator<ShownLine> {
  const { stream, aboveN } = chat;
  for (let after = aboveN; ;) {
    const afterN = after;
    const lines = await store.read(async (tx) => {
      // A member removed in the meantime reads no further.
      if (stream !== userStream(user) && (await readableAbove(tx, user, stream)) !== aboveN) return [];
      const query = { stream, viewer: user, fromN: aboveN, afterN, limit: limits.step };
      const { rows } = await tx.messages.page(query);
      const quoted = await quotedBy(tx, rows, { user, aboveN });
      const authors = new Set([...rows, ...quoted.values()].map(({ from }) => from));
      const users = await tx.users.byIds([...authors]);
      const nameOf = (id: UserId) => nameForReader(users.get(id)?.realname ?? '', language);
      const ns = rows.map(({ n }) => n);
      const [reactions, votes] = [await tx.reactions.tallies(stream, ns), await tx.polls.tallies(stream, ns)];
      const inOrder = rows.toSorted((a, b) => a.n - b.n);
      return inOrder.map((row) => ({
        ...lineFor(row, user, language, nameOf(row.from)),
        repliesTo: quoteFor(quoted.get(row.n), language, nameOf),
        ...gathered(row, reactions.get(row.n), votes.get(row.n)),
      }));
    });
    for (const line of lines) {
      yield line;
      await work.read(line.text.length + LINE_COST);
    }
    const last = Math.max(afterN, ...lines.map(({ n }) => n));
    if (lines.length < limits.step || last === afterN) return;
    after = last;
  }
}

/** By ordinal of the reply: what it quotes, or else the first message of its thread. */
async function quotedBy(
  tx: ReadTx,
  rows: readonly MessageRow[],
  { user, aboveN }: { readonly user: UserId; readonly aboveN: number },
): Promise<ReadonlyMap<number, MessageRow>> {
  const byId = await tx.messages.byMsgIds(rows.flatMap(({ pid }) => pid ?? []));
  const roots = new Map(rows.map((row) => [row.n, row]));
  const quotedRows = new Map<number, MessageRow>();
  for (const { n, stream, pid, root, recalled } of rows) {
    if (recalled) continue;
    if (pid === null && root !== null && !roots.has(root)) {
      const first = await tx.messages.byN(stream, root);
      if (first !== null) roots.set(root, first);
    }
    const quoted = pid === null ? roots.get(root ?? 0) : byId.get(pid);
    if (quoted === undefined || quoted.n <= aboveN || quoted.n === n) continue;
    // A text of a blocked user is its author's alone (BLOCK-2).
    if (quoted.only === null || quoted.only === user) quotedRows.set(n, quoted);
  }
  return quotedRows;
}

function quoteFor(
  row: MessageRow | undefined,
  language: TextLanguage,
  nameOf: (id: UserId) => string,
): Quoted | null {
  if (row === undefined) return null;
  const { n, from, type, recalled } = row;
  return { n, name: nameOf(from), type, recalled, text: textOf(row, language) };
}

const textOf = ({ extra, content, recalled }: MessageRow, language: TextLanguage): string =>
  recalled ? '' : toPlain(fileIn(extra) ? captionOf(extra) : textForReader(content, language));

/** What others added to a message. */
function gathered(
  { recalled, extra }: MessageRow,
  reactions: ReactionTally | undefined,
  votes: PollTallyRow | undefined,
): Pick<ShownLine, 'reactions' | 'poll'> {
  const poll = recalled ? null : pollOf(extra);
  return {
    reactions: recalled ? [] : (reactions?.counts ?? []),
    poll: poll && {
      options: poll.options.map((text, at) => ({ text, votes: votes?.counts[at] ?? 0 })),
      voters: votes?.voters ?? 0,
      closed: votes?.closed ?? false,
    },
  };
}

function lineFor(
  row: MessageRow,
  user: UserId,
  language: TextLanguage,
  name: string,
): Omit<ShownLine, 'reactions' | 'poll' | 'repliesTo'> {
  const { id, n, from, type, extra, recalled, note } = row;
  const file = recalled ? null : fileIn(extra);
  return {
    n,
    id,
    at: new Date(row.sentAtMs).toISOString(),
    from,
    name,
    type,
    text: textOf(row, language),
    edited: row.rev > 0 && !recalled,
    recalled,
    note: note?.note ?? null,
    details: recalled ? null : detailsOf(extra),
    file: file && {
      name: file.name,
      size: file.size,
      // Files of other users are not in the archive.
      path: from === user ? pathOf(file) : null,
    },
  };
}

async function* filesOf({ store }: Exporter, user: UserId): AsyncGenerator<FileRow> {
  for (let after = 0; ;) {
    const from = after;
    const rows = await store.read((tx) => tx.erasing.filesOf(user, from, limits.step));
    yield* rows;
    if (rows.length < limits.step) return;
    after = rows.at(-1)?.id ?? from;
  }
}
