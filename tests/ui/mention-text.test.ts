import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeKey } from '../../src/app/screens/conversation/compose/compose-keys.ts';
import {
  deleteWhole,
  insertMention,
  mentionsLeft,
  mentionQuery,
} from '../../src/app/screens/conversation/compose/use-editor.ts';
import { tokenRanges } from '../../src/domain/mention-names.ts';
import type { Draft } from '../../src/domain/message.ts';

const draft = (text: string, ...names: readonly string[]): Draft => ({
  text,
  at: names.map((name, i) => ({ id: i + 1, name })),
  quote: null,
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
