import { expect, it } from 'vitest';
import { fill } from '../../src/app/i18n/plain-texts.ts';
import { initialsOf } from '../../src/domain/initials.ts';
import { directionOf, isEmbedding } from '../../src/domain/direction.ts';

const say = (name: string) => fill('{{name}} ({{count}}): {{name}} joined', { name, count: 3 });

it.each([
  ['שלום, עולם!', 'rtl'],
  ['مرحبا بالعالم.', 'rtl'],
  ['سلام دنیا؟', 'rtl'],
  ['👍 123 שלום', 'rtl'],
  ['\u200fabc', 'rtl'],
  ['hello שלום', 'ltr'],
  ['你好 שלום', 'ltr'],
  ['123 👍', 'ltr'],
  ['', 'ltr'],
] as const)('UI-126: %j is written from %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

it('UI-126: a name in a sentence of ours is isolated only if it could turn the words after it', () => {
  expect(say('Anna')).toBe('Anna (3): Anna joined');
  expect(say('אנה')).toBe('\u2068אנה\u2069 (3): אנה joined');
  expect(say('a\u202eb')).toBe('\u2068a\u202eb\u2069 (3): \u2068a\u202eb\u2069 joined');
  // What a name opens is closed with it.
  expect(say('a\u2067b')).toBe('\u2068a\u2067b\u2069\u2069 (3): \u2068a\u2067b\u2069\u2069 joined');
});

it('UI-126: characters that turn what follows are known', () => {
  expect([isEmbedding('a\u202eb'), isEmbedding('ab')]).toEqual([true, false]);
});

it.each([
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['👨‍👩‍👧‍👦 Family', 'F'],
  ['🇬🇧', '🇬🇧'],
  ['👍🏽', '👍🏽'],
  ['e\u0301lise Martin', 'E\u0301M'],
  ['אנה כהן', 'אכ'],
  ['محمد علي', 'مع'],
])('UI-104: the letters of %s are %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});
