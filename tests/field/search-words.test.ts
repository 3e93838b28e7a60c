import { expect, it } from 'vitest';
import { matchedParts, matchesContact } from '../../src/app/shared/match.ts';
import { folded, containsWords, placesOf } from '../../src/domain/search-words.ts';
import { blockText, ordinalsHolding } from '../../src/domain/word-blocks.ts';

it.each([
  ['Réunion avec Jérôme', 'reunion avec jerome'],
  ['Re\u0301union', 'reunion'],
  ['naïve façade', 'naive facade'],
  ['we don’t ship', "we don't ship"],
  ['İstanbul ofisi', 'istanbul ofisi'],
  ['Işık', 'isik'],
  ['non‑breaking', 'non-breaking'],
  ['2026–27', '2026-27'],
  ['„Zitat“', '"zitat"'],
  ['Donau\u00addampf', 'donaudampf'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Smørrebrød', 'smorrebrod'],
  ['Ёлка', 'елка'],
  ['ΝΈΟΣ', 'νεοσ'],
  ['مُحَمَّد', 'محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['ｈｅｌｌｏ　world', 'hello world'],
  ['❤️', '❤'],
])('SEARCH-17: %j is compared as %j', (said, compared) => {
  expect(folded(said)).toBe(compared);
  expect(folded(compared)).toBe(compared);
});

it('SEARCH-17: signs that make another letter stay; Korean is compared by its letters', () => {
  for (const words of ['が', 'नमस्ते']) expect(folded(words)).toBe(words);
  for (const words of ['한국', '한국'.normalize('NFD'), 'ㅎㅏㄴㄱㅜㄱ'])
    expect(folded(words)).toBe('ㅎㅏㄴㄱㅜㄱ');
});

it('SEARCH-17: a user is found by a name typed without accents', () => {
  const jerome = { displayName: 'Jérôme', realname: 'Zoë O’Neill', account: 'jj', namePy: '' };
  for (const typed of ['jerome', 'JÉRÔME', 'zoe', "o'neill", '', 'jj'])
    expect(matchesContact(jerome, typed)).toBe(true);
  expect(matchesContact(jerome, 'anna')).toBe(false);
});

const marked = (text: string, typed: string) =>
  matchedParts(text, typed)
    .filter((part) => part.match)
    .map((part) => part.text);

it('SEARCH-17, SEARCH-5: exactly what was found is marked in the text as it is', () => {
  expect(marked('Réunion, Re\u0301union, réunions', 'reunion')).toEqual([
    'Réunion',
    'Re\u0301union',
    'réunion',
  ]);
  expect(marked('İİ İstanbul', 'istanbul')).toEqual(['İstanbul']);
  expect(marked('we don’t', "don't")).toEqual(['don’t']);
  expect(marked('Donau\u00addampf', 'donaudampf')).toEqual(['Donau\u00addampf']);
  expect(marked('a  b', 'a b')).toEqual(['a  b']);
  expect(marked('한국어', '하')).toEqual(['한']);
  expect(marked('달걀', '닭')).toEqual(['달걀']);
  expect(marked('カフェへ', 'かふぇ')).toEqual(['カフェ']);
  expect(marked('مُدَرِّسَة', 'مدرسه')).toEqual(['مُدَرِّسَة']);
  expect(placesOf('anything', '')).toEqual([]);
  expect(
    matchedParts('x Straße y', 'strasse')
      .map((part) => part.text)
      .join(''),
  ).toBe('x Straße y');
});

it.each([
  ['bela hill', 'hill bela', true],
  ['тестовая группа', 'группа тест', true],
  ['one two three', 'one three', true],
  ['one two three', '"two three" one', true],
  ['one two three', '"one three"', false],
  ['say "one two" now', '"one two"', true],
  ['line 13.', 'line 3', false],
  ['line 3.', 'line 3', true],
  ['one two', 'wo one', false],
  ['今天天气很好', '天气 今天', true],
  ['the word', 'the the', true],
  ['a b c d e f g h i', 'i h g f e d c b a', false],
  ['it is 5" wide', '5" it', true],
])('SEARCH-18: %j and what is typed: %j', (words, typed, isFound) => {
  expect(containsWords(words, typed)).toBe(isFound);
  const block = {
    from: 7,
    text: blockText(7, [
      { n: 8, words },
      { n: 9, words: 'else' },
    ]),
  };
  expect(ordinalsHolding(block, typed)).toEqual(isFound ? [8] : []);
});

it('SEARCH-18: each of several words is marked, and none in a text that lacks one', () => {
  expect(marked('One, two and Threefold', 'three one')).toEqual(['One', 'Three']);
  expect(marked('One and two', 'three one')).toEqual([]);
  expect(marked('Two threes, two three', 'two three')).toEqual(['Two three', 'two three']);
});
