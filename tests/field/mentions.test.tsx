import { expect, it } from 'vitest';
import {
  deleteWhole,
  insertMention,
  mentionsLeft,
  mentionQuery,
} from '../../src/app/screens/conversation/compose/mention-text.ts';
import { mentionable, ranked } from '../../src/app/screens/conversation/compose/use-mentions.ts';
import type { GroupMember } from '../../src/client/interface/client.ts';
import { EMPTY_DRAFT, type Draft } from '../../src/domain/message.ts';
import { folded } from '../../src/domain/search-words.ts';

const member = (user: number, displayName: string, account: string) =>
  ({ user, displayName, account, namePy: '', avatar: '' }) as unknown as GroupMember;
const crew = mentionable(
  [member(1, 'Me', 'me'), member(2, 'Anna', 'anna1'), member(3, 'Anna', 'anna2'), member(4, 'Bo', 'bo')],
  'Everyone',
  1,
);
const makeNamed = (id: number) => crew.find((one) => one.id === id) ?? { id, name: '' };
const draft = (text: string): Draft => ({ ...EMPTY_DRAFT, text });
const opens = (text: string) => mentionQuery(draft(text), text.length) !== null;
const listed = (text: string, all: readonly [string, string][]) =>
  ranked(
    mentionable(
      all.map(([name, account], at) => member(at + 2, name, account)),
      'Everyone',
      1,
    ),
    text,
  ).map(({ displayName }) => displayName);

it('MENTION-1: the list shows the username of two members of one name, and of no other', () => {
  expect(crew.map(({ displayName, account }) => [displayName, account])).toEqual([
    ['Anna', 'anna1'],
    ['Anna', 'anna2'],
    ['Bo', ''],
  ]);
});

it('MENTION-1: of two mentioned members of one name, the one whose mention stays is notified', () => {
  const first = insertMention(EMPTY_DRAFT, 0, 0, makeNamed(2));
  const both = insertMention(first.draft, first.caret, first.caret, makeNamed(3)).draft;
  expect(mentionsLeft(both).map(({ id }) => id)).toEqual([2, 3]);
  const at = first.caret - 1;
  const left = deleteWhole(both, { from: at, to: at }, 'Backspace')?.draft ?? both;
  expect(mentionsLeft(left).map(({ id }) => id)).toEqual([3]);
});

it('MENTION-1: two users of one name stay two, also where no list was open', () => {
  const first = insertMention(EMPTY_DRAFT, 0, 0, { id: 2, name: 'Anna' });
  const both = insertMention(first.draft, 0, 0, { id: 3, name: 'Anna', account: 'anna2' }).draft;
  expect(both.text).toBe('@Anna (anna2) @Anna ');
  const left = deleteWhole(both, { from: 13, to: 13 }, 'Backspace')?.draft ?? both;
  expect(mentionsLeft(left).map(({ id }) => id)).toEqual([2]);
});

it('MENTION-1: a name that was deleted is not taken for another user of that name', () => {
  const first = insertMention(EMPTY_DRAFT, 0, 0, { id: 2, name: 'Anna' });
  const again = insertMention({ ...first.draft, text: 'hello ' }, 6, 6, { id: 3, name: 'Anna' }).draft;
  expect([again.text, mentionsLeft(again).map(({ id }) => id)]).toEqual(['hello @Anna ', [3]]);
});

it.each(['josé@', 'ü@', 'привет@', 'a1@', 'e\u0301@', 'mail.@', 'a-@', 'so_@', 'é_.-@', 'سلام@'])(
  'MENTION-2: the list does not open within a word or an address: %s',
  (text) => expect(opens(text)).toBe(false),
);
it.each(['`@', '```\n@', '`a` `@', 'x `foo(@', '```ts\nclass A {\n  @', '**`@'])(
  'MENTION-2: the list does not open in code, also before the code has ended: %j',
  (text) => expect(opens(text)).toBe(false),
);
it.each([
  '@',
  'hi @',
  '你好@',
  '(@',
  '`a` @',
  '```\na\n```\n@',
  'don`t @',
  '—@',
  '😀@',
  '_@',
  '-@',
  'so __@',
  '…@',
])('MENTION-2: the list opens after a space, a sign, Chinese and code that has ended: %j', (text) =>
  expect(opens(text)).toBe(true),
);

it('MENTION-2: signs of code are words where marks are switched off', () => {
  expect(mentionQuery({ ...draft('`@'), asPlain: true }, 2)).not.toBeNull();
});

it('MENTION-3: a name in code notifies no member', () => {
  const { draft: at } = insertMention(EMPTY_DRAFT, 0, 0, makeNamed(4));
  expect(mentionsLeft({ ...at, text: '`@Bo`' })).toEqual([]);
  expect(mentionsLeft({ ...at, text: '```\n@Bo\n```' })).toEqual([]);
  expect(mentionsLeft({ ...at, text: '`@Bo` and @Bo' })).toHaveLength(1);
});

it('MENTION-4: names and usernames that begin with what was typed come first', () => {
  expect(
    listed('mm', [
      ['Fred Famming', 'ff'],
      ['Max Mumm', 'mm'],
    ]),
  ).toEqual(['Max Mumm', 'Fred Famming']);
  expect(
    listed('m', [
      ['yo mama', 'y'],
      ['Fred Famming', 'ff'],
      ['Max', 'x'],
    ]),
  ).toEqual(['Max', 'yo mama', 'Fred Famming']);
  expect(listed('jose', [['José', 'j']])).toEqual(['José']);
});

it('MENTION-4: everyone is offered only by the beginning of its name', () => {
  const everyone = { id: 0, words: ['everyone'] };
  expect(ranked([everyone, { id: 2, words: ['yo'] }], 'yo').map(({ id }) => id)).toEqual([2]);
  expect(ranked([everyone], 'ev')).toHaveLength(1);
});

it('MENTION-11: several words list the members whose name has them, and close the list without one', () => {
  const all = [
    ['Léo Dubois', 'leo'],
    ['Mary-Jo Fañch', 'mj'],
    ['Anna Lake', 'anna'],
  ] as const;
  const of = (text: string) =>
    listed(
      folded(text),
      all.map(([name, account]) => [name, account]),
    );
  expect([opens('@léo d'), opens('@mary jo f'), opens('hi @leo')]).toEqual([true, true, true]);
  expect([opens('@leo '), opens('@leo  d'), opens('@leo\nd')]).toEqual([false, false, false]);
  expect([of('Léo d'), of('mary jo'), of('jo fan'), of('mary-jo')]).toEqual([
    ['Léo Dubois'],
    ['Mary-Jo Fañch'],
    ['Mary-Jo Fañch'],
    ['Mary-Jo Fañch'],
  ]);
  expect([of('leo comes'), of('o d'), of('nna lake')]).toEqual([[], [], []]);
});
