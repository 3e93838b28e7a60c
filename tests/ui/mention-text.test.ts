import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeKey } from '../../src/app/screens/conversation/compose/compose-keys.ts';
import {
  deleteWhole,
  insertMention,
  mentionsLeft,
  mentionQuery,
} from '../../src/app/screens/conversation/compose/mention-text.ts';
import { tokenRanges } from '../../src/domain/mention-names.ts';
import { isInCode } from '../../src/domain/mentions.ts';
import type { Draft } from '../../src/domain/message.ts';
import { typedNames } from '../../src/domain/typed-names.ts';

const draft = (text: string, ...names: readonly string[]): Draft => ({
  text,
  at: names.map((name, i) => ({ id: i + 1, name })),
  quote: null,
});

const people = [
  { id: 0, words: ['everyone'] },
  { id: 1, words: ['anna lake', 'anna1'] },
  { id: 2, words: ['anna', 'anna2'] },
  { id: 3, words: ['bela hill', 'bela'] },
  { id: 4, words: ['bela hill', 'hill'] },
  { id: 5, words: ['安小满', 'an'] },
];
const typed = (text: string, at: Draft['at'] = []) =>
  typedNames(text, at, { people, isCode: (from) => isInCode(text, from) });
const idsOf = (text: string, at?: Draft['at']) => typed(text, at).users.map(({ id }) => id);

describe('names typed without a choice', () => {
  it('MENTION-12: a whole name, a username and everyone count, in any case; the longer name wins', () => {
    expect(typed('hi @ANNA Lake, look').users).toEqual([{ id: 1, name: 'ANNA Lake' }]);
    expect(idsOf('@anna lake and @Anna, @bela @everyone')).toEqual([1, 2, 3, 0]);
    expect(idsOf('@安小满你好 @anna')).toEqual([5, 2]);
  });

  it('MENTION-12: a part of a word, an address, code, and a chosen name do not count', () => {
    for (const text of ['@annabel', 'me@anna', '`@anna`', '@ann', '@', 'anna'])
      expect([text, idsOf(text)]).toEqual([text, []]);
    expect(idsOf('@anna lake', [{ id: 9, name: 'anna' }])).toEqual([]);
  });

  it('MENTION-12: a name that several members have mentions none, and is named with its end', () => {
    expect(typed('hi @Bela Hill!')).toEqual({ users: [], shared: { name: 'Bela Hill', to: 13 } });
    expect(typed('@anna').shared).toBeNull();
  });

  it('MENTION-12: only typed names of the text are found, however long it is', () => {
    const part = fc.constantFrom('@', 'anna', ' ', 'Anna Lake', '@anna', '\n', '`', 'x', '安小满');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        for (const { id, name } of typed(text).users) {
          expect(text).toContain(`@${name}`);
          expect(people.find((one) => one.id === id)?.words).toContain(name.toLowerCase());
        }
      }),
    );
    expect(idsOf('@anna '.repeat(5_000)).length).toBeLessThanOrEqual(200);
  });
});

describe('mentions in the message box', () => {
  it('UI-13: a choice replaces what was typed after "@" and leaves a space', () => {
    const edit = insertMention(draft('hi @li there'), 3, 6, { id: 7, name: 'Li Na' });
    expect(edit).toEqual({
      draft: { text: 'hi @Li Na  there', at: [{ id: 7, name: 'Li Na' }], quote: null },
      caret: 10,
    });
  });

  it('UI-13: Backspace after a token and Delete before it take the whole token', () => {
    const one = draft('hi @Li Na there', 'Li Na');
    expect(deleteWhole(one, { from: 9, to: 9 }, 'Backspace')).toEqual({
      draft: { text: 'hi  there', at: [], quote: null },
      caret: 3,
    });
    expect(deleteWhole(one, { from: 3, to: 3 }, 'Delete')?.draft.text).toBe('hi  there');
    expect(deleteWhole(one, { from: 3, to: 3 }, 'Backspace')).toBeNull();
    expect(deleteWhole(one, { from: 9, to: 9 }, 'Delete')).toBeNull();
    expect(deleteWhole(one, { from: 5, to: 11 }, 'Backspace')?.draft.text).toBe('hi here');
  });

  it('UI-13: ids are read from the tokens at send; an edited token is plain text', () => {
    expect(mentionsLeft(draft('@Ann and @Bo', 'Ann', 'Bo')).map((one) => one.id)).toEqual([1, 2]);
    expect(mentionsLeft(draft('@An and @Bo', 'Ann', 'Bo')).map((one) => one.id)).toEqual([2]);
  });

  it('UI-13: the longer of two names counts, and users of one name stay two', () => {
    expect(
      tokenRanges('@Ann Lee @Ann', [
        { id: 1, name: 'Ann' },
        { id: 2, name: 'Ann Lee' },
      ]).map((range) => range.id),
    ).toEqual([2, 1]);
    expect(
      tokenRanges('@Ann @Ann', [
        { id: 1, name: 'Ann' },
        { id: 2, name: 'Ann' },
      ]).map((range) => range.id),
    ).toEqual([1, 2]);
  });

  it('UI-13: the list opens at "@" after a space, a sign or the start, not inside an address', () => {
    expect(mentionQuery(draft('@'), 1)).toEqual({ from: 0, query: '' });
    expect(mentionQuery(draft('你好@王'), 4)).toEqual({ from: 2, query: '王' });
    expect(mentionQuery(draft('a@b'), 3)).toBeNull();
    expect(mentionQuery(draft('@a '), 3)).toBeNull();
    expect(mentionQuery(draft('@Ann', 'Ann'), 4)).toBeNull();
    expect(mentionQuery(draft('no'), 2)).toBeNull();
  });

  it('UI-13: deleting never leaves half a token, and never takes what was not asked', () => {
    const names = fc.array(fc.constantFrom('Ann', 'Bo', '王伟'), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('@Ann', '@Bo', '@王伟', ' ', 'x', '@'), { maxLength: 12 }),
        names,
        fc.nat(),
        (parts, at, place) => {
          const before = draft(parts.join(''), ...at);
          const caret = place % (before.text.length + 1);
          const edit = deleteWhole(before, { from: caret, to: caret }, 'Backspace');
          if (!edit) return;
          const removedCount = before.text.length - edit.draft.text.length;
          expect(
            tokenRanges(before.text, before.at).some((token) => token.to - token.from === removedCount),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('keys of the message box', () => {
  const key = { key: 'Enter', shiftKey: false, altKey: false };
  it('UI-13: Enter sends, Shift+Enter starts a line', () => {
    expect(composeKey(key)).toBe('send');
    expect(composeKey({ ...key, shiftKey: true })).toBe('newLine');
    expect(composeKey({ ...key, key: 'a' })).toBe('none');
  });

  it('UI-53: if Enter is for lines, Ctrl or Cmd with it sends', () => {
    expect(composeKey(key, false)).toBe('newLine');
    expect(composeKey({ ...key, ctrlKey: true }, false)).toBe('send');
    expect(composeKey({ ...key, ctrlKey: true }, true)).toBe('send');
  });
});
