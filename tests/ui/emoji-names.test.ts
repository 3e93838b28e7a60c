import { describe, expect, it } from 'vitest';
import { emojiLocale } from '../../src/app/platform/emoji-names.ts';
import { emojiQuery, namedEmoji } from '../../src/app/screens/conversation/compose/use-emoji-names.ts';

const one = (sign: string, ...words: readonly string[]) => ({ sign, name: words[0] ?? '', words });

describe('emoji by their names', () => {
  it('EMOJI-5: emoji have the names of the language of the app, or English ones', () => {
    expect(['zh-CN', 'zh-TW', 'pt-BR', 'de', 'en', 'ar', 'en-XA'].map(emojiLocale)).toEqual([
      'zh',
      'zh-hant',
      'pt',
      'de',
      'en',
      'en',
      'en',
    ]);
  });

  it.each([
    ['hi :na', 'na'],
    [':smile:', 'smile'],
    ['好:笑', '笑'],
    ['(:+1', '+1'],
    ['at 10:30', null],
    ['note:important', null],
    ['http://na', null],
    ['a :D', null],
    ['std::cout', null],
    [': na', null],
  ])('EMOJI-5: "%s" asks for %s', (text, name) => {
    expect(emojiQuery(text, text.length)?.name ?? null).toBe(name);
  });

  it('EMOJI-5: an exact short name comes first, then beginnings of names, then other words', () => {
    const all = [
      one('😀', 'grinning', 'smile face'),
      one('🙂', 'smiley', 'happy'),
      one('😄', 'smile', 'x y'),
    ];
    expect(namedEmoji(all, 'smile').map(({ sign }) => sign)).toEqual(['😄', '🙂', '😀']);
    expect(namedEmoji(all, 'FACE').map(({ sign }) => sign)).toEqual(['😀']);
    expect(namedEmoji(all, 'nothing')).toEqual([]);
  });
});
