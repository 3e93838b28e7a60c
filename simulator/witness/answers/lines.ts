import { plainEmoji } from '../../oracle/known-emoji.ts';
import { withoutCounts } from '../../oracle/polls.ts';
import { fieldsOf, listOf } from './rule.ts';
import type { Fields } from './rule.ts';

/** Converts a line of an answer to the oracle's terms; older clients receive less. */
export function lineOf(row: Fields, ours: boolean): object {
  const { counts = [], mine = [] } = fieldsOf(row['reactions']) as {
    readonly counts?: readonly (readonly [string, number])[];
    readonly mine?: readonly string[];
  };
  const content = String(row['content']);
  return {
    n: row['n'],
    row: row['msg_id'],
    id: row['id'],
    by: row['from_user'],
    called: fieldsOf(row['fromUser'])['displayName'],
    saidAtMs: row['sendTimeMs'],
    type: row['type'],
    undone: row['is_undo'] === 1,
    edits: row['rev'] ?? 0,
    quotes: row['pid'] ?? null,
    quote: quoteOf(row),
    role: row['role'],
    isRead: row['is_read'] === 1,
    words: ours ? content : withoutCounts(content),
    at: row['at'],
    root: row['root'] ?? null,
    answers: fieldsOf(row['replies'])['count'] ?? 0,
    reactions: counts.map(([emoji, count]) => [plainEmoji(emoji), count]),
    // The order is unspecified.
    mine: mine.map(plainEmoji).toSorted(),
    poll: pollIn(row),
    card: fieldsOf(row['link'])['title'] ?? null,
  };
}

/** A text without a quote has no field for quoted text, not even an empty one. */
function quoteOf(row: Fields): object | null {
  const { content } = fieldsOf(row['extends']);
  if (row['pid'] !== undefined || (row['type'] === 'text' && content === '')) return quoteIn(content);
  return null;
}

/** The name, a sign, and the words. */
function quoteIn(content: unknown): object {
  const [name = '', ...words] = typeof content === 'string' ? content.split('：') : [];
  return { name, words: words.join('：') };
}

/** Before the first vote an answer contains no votes. */
function pollIn(row: Fields): object | null {
  const { options } = fieldsOf(fieldsOf(row['extends'])['poll']);
  if (!Array.isArray(options)) return null;
  const { counts = [], voters = 0, mine = [], closed = 0 } = fieldsOf(row['poll']);
  return {
    counts: options.map((_, at) => (counts as readonly number[])[at] ?? 0),
    voters,
    mine,
    ended: closed === 1,
  };
}

export const linesOf = (list: unknown, ours: boolean): readonly object[] =>
  listOf(list).map((row) => lineOf(row, ours));
