import { expect, it } from 'vitest';
import { matchedParts, matchesContact } from '../../src/app/shared/match.ts';
import { folded, placesOf } from '../../src/domain/search-words.ts';

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

it('SEARCH-17: signs that make another letter stay: Japanese, Hindi, Korean', () => {
  for (const words of ['が', 'नमस्ते', '한국어']) expect(folded(words)).toBe(words);
  expect(folded('한국'.normalize('NFD'))).toBe('한국');
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
  expect(placesOf('anything', '')).toEqual([]);
  expect(
    matchedParts('x Straße y', 'strasse')
      .map((part) => part.text)
      .join(''),
  ).toBe('x Straße y');
});
