import { expectedPage, expectedPins, expectedThreadPart } from '../../oracle/answers/pages.ts';
import type { AskedPage } from '../../oracle/answers/pages.ts';
import { chatIn, isOn, textOf } from '../body.ts';
import { linesOf, lineOf } from './lines.ts';
import { fieldsOf, isAbsent, listOf, maybeIn, partIn, wholeIn } from './rule.ts';
import type { AnswerRule, AskedToRead } from './rule.ts';

/** Searches by text belong to another call. */
function pageIn({ me, body }: AskedToRead): AskedPage | null {
  const [chat, part] = [chatIn(me, body['toContactId']), partIn(body)];
  const [before, after] = [maybeIn(body, 'last_id'), maybeIn(body, 'after_n')];
  if (chat === null || part === null || before === undefined || after === undefined) return null;
  const kind = isAbsent(body['type']) ? '' : textOf(body['type']);
  const mode = isOn(body['is_at']) ? 'mentions' : kind === '' ? 'chat' : 'kind';
  const looks = textOf(body['keywords']).trim() !== '' && ['all', 'text'].includes(kind);
  if (mode === 'kind' && looks) return null;
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
    expected: (oracle, recorded, asked) => {
      const page = pageIn(asked);
      return page && expectedPage(oracle, recorded, page);
    },
    given: ({ data, count }, { body }) => ({ rows: linesOf(data, isOn(body['peek'])), count }),
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
    given: ({ data }) => {
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
    given: ({ data }) => listOf(fieldsOf(data)['pins']).map(({ message }) => lineOf(fieldsOf(message), true)),
  },
];
