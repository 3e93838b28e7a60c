import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { quoteWords } from '../../src/app/screens/conversation/message/quote-block.tsx';
import { msgId, userId } from '../../src/domain/ids.ts';

const t = ((key: string) => `<${key}>`) as TFunction;
const quote = (content: string, realname = 'Bo') =>
  quoteWords(t, { msgId: msgId(1), userId: userId(1), content, realname });

it('UI-10: a quote shows its text on one line, without the name above it', () => {
  expect(quote('Bo：one<br>two')).toBe('one two');
  expect(quote('one &lt;b&gt;')).toBe('one <b>');
  expect(quote('Bob：no')).toBe('Bob：no');
  expect(quote('：x', '')).toBe('：x');
});

it('POLL-8: a quoted poll says in the viewer’s language that it is one', () => {
  expect(quote('Bo：[投票] Tea?')).toBe('<msg.poll> Tea?');
});
