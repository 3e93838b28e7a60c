import { expectedPage, expectedPins, expectedThreadPart } from '../../oracle/answers/pages.ts';
import type { AskedPage } from '../../oracle/answers/pages.ts';
import { plainEmoji } from '../../oracle/reacting.ts';
import { withoutCounts } from '../../oracle/polls.ts';
import { fieldsOf, isAbsent, listOf, maybeIn, partIn, wholeIn } from './rule.ts';
import type { AnswerRule, AskedToRead, Fields } from './rule.ts';
import { chatIn, isOn, textOf } from '../body.ts';

/** Searches by text belong to another call. */
function pageIn({ me, body }: AskedToRead): AskedPage | null {
  const [chat, part] = [chatIn(me, body['toContactId']), partIn(body)];
  const [before, after] = [maybeIn(body, 'last_id'), maybeIn(body, 'after_n')];
  if (chat === null || part === null || before === undefined || after === undefined) return null;
  const kind = isAbsent(body['type']) ? '' : textOf(body['type']);
  const mode = isOn(body['is_at']) ? 'mentions' : kind === '' ? 'chat' : 'kind';
  const hasQuery = textOf(body['keywords']).trim() !== '' && ['all', 'text'].includes(kind);
  if (mode === 'kind' && hasQuery) return null;
  return {
    me,
    ours: isOn(body['peek']),
    chat,
    mode,
    kind,
    before: before === 0 ? null : before,
    after,
    ...part,
  };
}

/** Default answers on a page of a thread, and the maximum. */
const [ANSWERS, ANSWERS_MAX] = [40, 100];

export const answersOfPages: readonly AnswerRule[] = [
  {
    path: '/enterprise/im/getmessagelist',
    expected: (oracle, recorded, request) => {
      const page = pageIn(request);
      return page && expectedPage(oracle, recorded, page);
    },
    actual: ({ data, count }, { body }) => ({ rows: linesOf(data, isOn(body['peek'])), count }),
  },
  {
    path: '/enterprise/im/getthread',
    expected: (oracle, recorded, { me, body }) => {
      const [chat, root] = [chatIn(me, body['toContactId']), wholeIn(body, 'root', 0)];
      const [before, after] = [maybeIn(body, 'before_n'), maybeIn(body, 'after_n')];
      const limit = wholeIn(body, 'limit', ANSWERS);
      if (chat === null || root === null || before === undefined || after === undefined || limit === null)
        return null;
      return expectedThreadPart(oracle, recorded, {
        me,
        chat,
        root,
        before,
        after,
        limit: Math.min(limit || ANSWERS, ANSWERS_MAX),
      });
    },
    actual: ({ data }) => {
      const { root, first, rows, more, follow } = fieldsOf(data);
      return {
        root,
        first: first === null ? null : lineOf(fieldsOf(first), true),
        rows: linesOf(rows, true),
        more: more === 1,
        follows: follow === 1,
      };
    },
  },
  {
    path: '/enterprise/im/getmessagepins',
    expected: (oracle, recorded, { me, body }) => {
      const chat = chatIn(me, body['toContactId']);
      return chat === null || !isAbsent(body['before']) ? null : expectedPins(oracle, recorded, me, chat);
    },
    actual: ({ data }) =>
      listOf(fieldsOf(data)['pins']).map(({ message }) => lineOf(fieldsOf(message), true)),
  },
];

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
    displayName: fieldsOf(row['fromUser'])['displayName'],
    sentAtMs: row['sendTimeMs'],
    type: row['type'],
    isRecalled: row['is_undo'] === 1,
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
