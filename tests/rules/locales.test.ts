import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localeFolders, localeTexts, partTexts, PSEUDO, pseudoTexts } from '../../src/tools/locales.mjs';
import { readRepository } from '../support/house/repository.ts';
import { temporaryFolder } from '../support/server.ts';

afterEach(() => vi.unstubAllEnvs());

/** Adds a language from a folder outside of the sources. */
function addLanguage(language: string, texts: string): void {
  const folder = temporaryFolder();
  mkdirSync(join(folder, language));
  writeFileSync(join(folder, language, 'first.json'), texts);
  vi.stubEnv('PARLEY_LOCALES', folder);
}

const RIGHT = {
  'nav.me': 'Ja',
  'msg.reacted': 'Reakcija {{emoji}}',
  'a11y.unread_one': '{{count}} nova',
  'a11y.unread_few': '{{count}} nove',
  'a11y.unread_other': '{{count}} novih',
};

describe('a language from outside of the sources', () => {
  it('UI-11: is one of the languages, and says in English what it lacks', () => {
    addLanguage('hr', JSON.stringify(RIGHT));
    expect(localeFolders().has('hr')).toBe(true);
    expect(partTexts('hr', 'first')).toMatchObject({ ...RIGHT, 'common.cancel': 'Cancel' });
    expect(localeTexts('hr', 'first').missing).not.toContain('a11y.unread');
  });

  it.each([
    ['is not JSON', '{', /first\.json: .*JSON/],
    ['is a list', '[]', /first\.json: not an object of texts/],
    ['has a number', JSON.stringify({ ...RIGHT, 'nav.me': 1 }), /first\.json: nav\.me: not a text/],
    [
      'has an unknown key',
      JSON.stringify({ ...RIGHT, 'nav.mine': 'x' }),
      /nav\.mine: the source has no such/,
    ],
    ['has an empty text', JSON.stringify({ ...RIGHT, 'nav.me': ' ' }), /nav\.me: empty/],
    ['has a foreign name', JSON.stringify({ ...RIGHT, 'msg.reacted': '{{who}}' }), /msg\.reacted: .*"who"/],
    ['lacks a name', JSON.stringify({ ...RIGHT, 'msg.reacted': 'x' }), /msg\.reacted: .*the source "emoji"/],
    ['has markup', JSON.stringify({ ...RIGHT, 'nav.me': '<b>Ja</b>' }), /nav\.me: markup/],
    [
      'lacks a plural form',
      JSON.stringify({ ...RIGHT, 'a11y.unread_few': undefined }),
      /a11y\.unread: the form "few" is missing/,
    ],
  ])('UI-11: a catalogue that %s names file, key and reason', (_, texts, reason) => {
    addLanguage('hr', texts);
    expect(() => localeTexts('hr', 'first')).toThrow(reason);
  });

  it.each(['xx_yy', 'readme', 'hr-hr'])('UI-11: the folder %s is not the code of a language', (name) => {
    addLanguage(name, '{}');
    expect(() => localeFolders()).toThrow(`${name} is not the code of a language`);
  });
});

/** Files of the source with Chinese characters, and why these are no texts to translate. */
const CHINESE: Readonly<Record<string, string>> = {
  'src/app/kit-page/acting.tsx': 'the name of a language',
  'src/app/main.tsx': 'the fault of a page without texts',
  'src/app/screens/account/settings/setting-page.tsx': 'finds the languages in any language',
  'src/app/screens/calls/compare-words.ts': 'words of calls that never change',
  'src/app/screens/conversation/compose/commands.ts': 'commands as users type them',
  'src/app/shared/narrowing/operators.ts': 'commands as users type them',
  'src/domain/chinese-initials.ts': 'the order of names',
  'src/domain/commands.ts': 'commands as users type them',
  'src/domain/erased-name.ts': 'the protocol',
  'src/domain/linkify.ts': 'a comment',
  'src/domain/markup.ts': 'the protocol',
  'src/domain/poll-mark.ts': 'the protocol',
  'src/domain/reserved-names.ts': 'names that users may not have',
  'src/server/admin/invite-list.ts': 'columns of spreadsheets',
  'src/server/frames/contact-row.ts': 'the protocol',
  'src/server/frames/event-text.ts': 'the protocol',
  'src/server/frames/message-data.ts': 'the protocol',
  'src/server/frames/own-frames.ts': 'the protocol',
  'src/server/http/inspector-guard.ts': 'an answer before a language is known',
  'src/tools/login-plugin.mjs': 'a page for browsers that cannot show the app',
};

/** A key of an object, or of a tuple, that is called as a language. */
const PAIR = /(?:^|[{,[(])\s*(?:zh|'zh'|'zh-CN')\??:/m;
const pairsIn = (sources: Iterable<readonly [string, string]>): readonly string[] =>
  [...sources]
    .filter(([path]) => path.startsWith('src/') && !path.startsWith('src/locales/'))
    .flatMap(([path, source]) => [
      ...(PAIR.test(source) ? [`${path}: a pair of languages`] : []),
      ...(/\p{Script=Han}/u.test(source) && CHINESE[path] === undefined ? [`${path}: Chinese`] : []),
    ]);

describe('texts in the source', () => {
  it('UI-11: are in the catalogues', () => {
    const sources = readRepository();
    expect(pairsIn(sources)).toEqual([]);
    const needless = Object.keys(CHINESE).filter((path) => !/\p{Script=Han}/u.test(sources.get(path) ?? ''));
    expect(needless).toEqual([]);
  });

  it.each([
    "const TITLE = { zh: 'x', en: 'y' };",
    "const TITLE = {\n  'zh-CN': 'x',\n  en: 'y',\n};",
    'type Pair = readonly [zh: string, en: string];',
    'const pair = (zh: string, en: string) => ({ zh, en });',
    "const TITLE = { en: 'y', 'zh': 'x' };",
    'interface Pair { zh?: string; en: string }',
    "const TITLE = '标题';",
  ])('UI-11: are found if they are not: %s', (source) => {
    expect(pairsIn([['src/server/planted.ts', source]])).toHaveLength(1);
  });
});

it('UI-11: the language of brackets keeps names and forms, and is 40 % longer', () => {
  const source = partTexts('en', 'pages');
  const texts = pseudoTexts(source);
  const folder = temporaryFolder();
  mkdirSync(join(folder, PSEUDO));
  writeFileSync(
    join(folder, PSEUDO, 'first.json'),
    JSON.stringify(pseudoTexts(localeTexts('en', 'first').texts)),
  );
  vi.stubEnv('PARLEY_LOCALES', folder);
  expect(localeTexts(PSEUDO, 'first').missing).toEqual([]);
  expect(Object.keys(texts)).toEqual(Object.keys(source));
  const all = (catalogue: typeof texts) => Object.values(catalogue).join('');
  expect(all(texts).length / all(source).length).toBeGreaterThan(1.4);
  expect(Object.values(texts).filter((text) => !/^⟦.*⟧$/s.test(text))).toEqual([]);
});

const texts = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['src/tools/texts.mjs', ...options], { encoding: 'utf8' });
const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');

describe('files of translation platforms', () => {
  it('UI-180: what was written for them is read back as it was', () => {
    addLanguage('hr', `${JSON.stringify(RIGHT, null, 2)}\n`);
    const [own, out] = [process.env['PARLEY_LOCALES'] ?? '', temporaryFolder()];
    expect(texts('--out', out).stderr).toBe('');
    expect(JSON.parse(read(out, 'hr', 'first.json'))).toMatchObject({ ...RIGHT, 'common.cancel': '' });
    for (const language of readdirSync(out))
      if (language !== 'hr') rmSync(join(out, language), { recursive: true });
    expect(texts('--in', out).stderr).toBe('');
    expect(JSON.parse(read(own, 'hr', 'first.json'))).toEqual(RIGHT);
  });

  it('UI-180: new texts, also nested ones, are taken over; a fault is named and changes nothing', () => {
    const before = `${JSON.stringify(RIGHT, null, 2)}\n`;
    addLanguage('hr', before);
    const [own, their] = [process.env['PARLEY_LOCALES'] ?? '', temporaryFolder()];
    mkdirSync(join(their, 'hr'));
    const give = (some: object) => {
      writeFileSync(join(their, 'hr', 'first.json'), JSON.stringify(some));
      return texts('--in', their);
    };
    expect(give({ common: { cancel: 'Odustani {{who}}' } }).stderr).toContain(
      'common.cancel: has the names "who"',
    );
    expect(read(own, 'hr', 'first.json')).toBe(before);
    expect(give({ common: { cancel: 'Odustani' }, 'nav.me': '' }).status).toBe(0);
    expect(JSON.parse(read(own, 'hr', 'first.json'))).toEqual({ ...RIGHT, 'common.cancel': 'Odustani' });
  });
});
