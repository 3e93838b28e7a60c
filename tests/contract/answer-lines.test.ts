import { expect, it } from 'vitest';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import { writeRows, type MessageLine } from '../../src/server/storage/engine/journal-rows.ts';

const A = streamId('group-1');
const line = (n: number, root?: number): MessageLine => {
  const values = [A, n, userId(1), 'text', 'words', '[]', null, null, null, 1, 0] as const;
  const whole: MessageLine = ['messages', msgId(n), messageId(`m${n}`), ...values];
  return root === undefined ? whole : ([...whole.slice(0, 14), root] as unknown as MessageLine);
};

it('THREAD-2: a message that answers nothing is written without a value for threads', () => {
  const ran: (readonly [string, readonly unknown[]])[] = [];
  writeRows((sql, values) => ran.push([sql, values]), [line(1), line(2), line(3, 1)]);
  const messages = ran.filter(([sql]) => sql.startsWith('insert into messages'));
  expect(messages.map(([sql, values]) => [sql.includes('root'), values.length])).toEqual([
    [false, 28],
    [true, 15],
  ]);
  expect(messages[1]?.[1].at(-2)).toBe(1);
});
