import { expect, it } from 'vitest';
import { fill } from '../../src/app/i18n/plain-texts.ts';
import { initialsOf } from '../../src/domain/initials.ts';
import { directionOf, isEmbedding, withoutTurns } from '../../src/domain/direction.ts';
import { afterLabel } from '../../src/domain/isolates.ts';
import { hasHidden, nicknameProblem, withoutHidden } from '../../src/domain/validation.ts';
import { decodeFiles } from '../../src/wire/answers/files.ts';
import { decodeMessageRow } from '../../src/wire/down/message.ts';
import { withFileName } from '../../src/app/screens/conversation/attach/prepare.ts';

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
  // The isolation closes the marks that a name opens.
  expect(say('a\u2067b')).toBe('\u2068a\u2067b\u2069\u2069 (3): \u2068a\u2067b\u2069\u2069 joined');
});

it('UI-126: a name cannot end its own isolation of direction', () => {
  expect(say('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069 (3): \u2068a\u202eb\u2069 joined');
  expect(say('\u2067a\u2069\u2069b')).toBe(
    '\u2068\u2067a\u2069b\u2069 (3): \u2068\u2067a\u2069b\u2069 joined',
  );
});

it('UI-149: a file name shows its real extension, before it is sent and after it arrived', () => {
  const name = 'photo\u202egnp\u2069.exe';
  expect(withoutTurns(name)).toBe('photognp.exe');
  expect(withFileName(new File([''], name), 1).name).toBe('photognp.exe');
  expect(decodeFiles([{ file_id: 1, name }]).map((file) => file.name)).toEqual(['photognp.exe']);
  const row = decodeMessageRow({ id: 'a', msg_id: 1, type: 'file', file_id: 1, fileName: name });
  expect(row.ok && row.value.file?.name).toBe('photognp.exe');
});

it.each([
  'Anna\u200e',
  'A\u202enna',
  'An\u200bna',
  'An\u00adna',
  'Anna\u200d',
  'An\u200cna',
  'An\nna',
  'Anna\u3164',
  'A\u2069nna',
  'An\ufeffna',
])('RULE-7: the server refuses a name with invisible characters: %j', (name) => {
  expect([hasHidden(name), nicknameProblem(name)]).toEqual([true, 'nameShape']);
  expect(hasHidden(withoutHidden(name).trim())).toBe(false);
});

it.each(['علی\u200cرضا', '👨‍👩‍👧 Family', '❤️‍🔥 A', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ann', 'ශ්‍රී ලංකා', 'O’Neil (2)'])(
  'RULE-7: a name whose letters or signs are joined is one: %j',
  (name) => expect([nicknameProblem(name), withoutHidden(name)]).toEqual([null, name]),
);

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

it('UI-126: a text after a label of another direction is isolated', () => {
  expect(afterLabel('[Poll]', 'How?')).toBe('[Poll] How?');
  expect(afterLabel('[استطلاع]', 'How?')).toBe('[استطلاع] \u2068How?\u2069');
  expect(afterLabel('[ملف]', '')).toBe('[ملف]');
});
