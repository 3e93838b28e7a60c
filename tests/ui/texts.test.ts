// @vitest-environment happy-dom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../src/app/i18n/en/index.ts';
import { importsOf } from '../support/house/imports.ts';
import { createTexts } from '../../src/app/i18n/create-texts.ts';
import type { Catalogue } from '../../src/app/i18n/plain-texts.ts';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { entry } from '../../src/app/i18n/en/entry.ts';
import { first } from '../../src/app/i18n/en/first.ts';
import { entry as entryZh } from '../../src/app/i18n/zh/entry.ts';
import { first as firstZh } from '../../src/app/i18n/zh/first.ts';
import { zh } from '../../src/app/i18n/zh/index.ts';
import { until } from '../support/until.ts';

const APP = join(import.meta.dirname, '../../src/app');
const PLURAL = /_(one|other)$/;
const bare = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(keys.map((key) => key.replace(PLURAL, '')));

/** Every text in quotes in the app's code that has the form of a key. */
function quotedKeys(): readonly (readonly [file: string, key: string])[] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('i18n'),
  );
  const areas = new Set(Object.keys(en).map((key) => key.split('.')[0] ?? ''));
  return files.flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/'([a-zA-Z0-9]+)((?:\.[a-zA-Z0-9]+)+)'/g)]
      .filter(([, area]) => areas.has(area ?? ''))
      .map(([, area, rest]) => [file, `${area}${rest}`] as const),
  );
}

const values = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted();

/** These files of the app with their static imports. */
function listEarlyTexts(entries: readonly string[]): ReadonlySet<string> {
  const matches = new Set<string>();
  const expected = [...entries];
  for (let file = expected.pop(); file !== undefined; file = expected.pop()) {
    if (matches.has(file) || !existsSync(join(APP, file))) continue;
    matches.add(file);
    const source = readFileSync(join(APP, file), 'utf8').replaceAll(/\bimport\(/g, 'later(');
    expected.push(
      ...importsOf(file, source).flatMap(({ to, ours, typeOnly }) =>
        ours && !typeOnly && !to.startsWith('..') ? [to] : [],
      ),
    );
  }
  return matches;
}

/** Texts of the app that record their use; `without` is a text that is missing in Chinese. */
function countTexts(without = '') {
  const fetched: string[] = [];
  const has = (name: string, texts: Catalogue) => () => {
    fetched.push(name);
    return Promise.resolve(Object.fromEntries(Object.entries(texts).filter(([key]) => key !== without)));
  };
  const texts = createTexts({
    'zh-CN': {
      entry: has('zh-CN entry', entryZh),
      first: has('zh-CN first', firstZh),
      pages: has('zh-CN pages', zh),
    },
    en: {
      entry: () => Promise.resolve(entry),
      first: () => (fetched.push('en first'), Promise.resolve(first)),
      pages: () => Promise.resolve(en),
    },
  });
  return { ...texts, fetched, t: (key: keyof typeof en) => textsNow().t(key) };
}

describe('texts', () => {
  it('UI-11: both catalogues have the same keys, plural forms aside', () => {
    expect([...bare(Object.keys(zh))].toSorted()).toEqual([...bare(Object.keys(en))].toSorted());
  });

  it('UI-11: every key that is used exists', () => {
    const allNames = bare(Object.keys(en));
    const used = quotedKeys();
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(([, key]) => !allNames.has(key))).toEqual([]);
  });

  it('UI-3: a text that is missing in Chinese is fetched in English, and only then', async () => {
    const { t, startTexts, fetched } = countTexts('common.cancel');
    await startTexts('zh-CN');
    expect(t('common.ok')).toBe(zh['common.ok']);
    expect(fetched).toEqual(['zh-CN entry', 'zh-CN first']);
    await until(() => expect(t('common.cancel')).toBe(en['common.cancel']));
    expect(fetched).toContain('en first');
  });

  it('UI-73: a text of another page is fetched when it is asked for, before any other language', async () => {
    const { t, startTexts, fetched } = countTexts();
    await startTexts('zh-CN');
    await until(() => expect(t('moments.publish')).toBe(zh['moments.publish']));
    expect(fetched).toEqual(['zh-CN entry', 'zh-CN first', 'zh-CN pages']);
  });

  it('UI-73: the texts of all other pages come once, and nothing is drawn again for each page', async () => {
    const { startTexts, pageTexts, fetched } = countTexts();
    await startTexts('zh-CN');
    await pageTexts();
    const view = textsNow();
    await pageTexts();
    expect(textsNow()).toBe(view);
    expect(fetched).toEqual(['zh-CN entry', 'zh-CN first', 'zh-CN pages']);
  });

  it.each(['zh-CN', 'en'] as const)(
    'UI-11: in %s the first texts are said as the library says them, in every plural form',
    async (language) => {
      const { startTexts, pageTexts } = createTexts({
        'zh-CN': { entry: async () => entryZh, first: async () => firstZh, pages: async () => zh },
        en: { entry: async () => entry, first: async () => first, pages: async () => en },
      });
      const keys = [...bare(Object.keys(language === 'en' ? first : firstZh))];
      const listSent = () => {
        const t = textsNow().t as (key: string, values: Readonly<Record<string, unknown>>) => string;
        return keys.flatMap((key) =>
          [0, 1, 2, 5].map((count) => t(key, { count, name: 'Anna $& {{count}}' })),
        );
      };
      await startTexts(language);
      const plain = listSent();
      await pageTexts();
      expect(plain).toEqual(listSent());
    },
  );

  it.each([
    ['the login page', ['main.tsx'], entry, 15],
    ['the list of chats', ['whole-app.tsx', 'screens/home/home-page.tsx'], { ...entry, ...first }, 50],
  ] as const)('UI-73: the first load contains every text that %s draws', (_, entries, texts, least) => {
    const allNames = bare(Object.keys(texts));
    const files = listEarlyTexts(entries);
    expect(files.size).toBeGreaterThan(least);
    expect(quotedKeys().filter(([file, key]) => files.has(file) && !allNames.has(key))).toEqual([]);
  });

  it('UI-11: both languages take the same values', () => {
    const other: Readonly<Record<string, string>> = zh;
    const differing = Object.entries(en).filter(([key, text]) => {
      const mine = other[key] ?? other[key.replace(PLURAL, '_other')] ?? other[key.replace(PLURAL, '')];
      return mine === undefined || values(mine).join() !== values(text).join();
    });
    expect(differing).toEqual([]);
  });

  it('UI-11: English plurals have both forms, Chinese needs one', () => {
    const keys = Object.keys(en);
    expect(
      keys.filter((key) => key.endsWith('_one') && !keys.includes(key.replace(PLURAL, '_other'))),
    ).toEqual([]);
    expect(Object.keys(zh).filter((key) => key.endsWith('_one'))).toEqual([]);
  });

  it('UI-114: each thing has one name: no text has a word that the list of terms excludes', () => {
    const [, terms = ''] = readFileSync(join(APP, '../../docs/design-system.md'), 'utf8')
      .split(/^## /m)
      .filter((part) => part.startsWith('Words'))
      .join('')
      .split('|---|---|---|---|');
    const never = [...terms.matchAll(/^\|.*\| ([^|]+) \|$/gm)].flatMap(([, words]) =>
      (words ?? '').split(', '),
    );
    expect(never.length).toBeGreaterThan(10);
    const ruledOut = never.map((words) => new RegExp(/^[a-z -]+$/.test(words) ? `\\b${words}` : words, 'i'));
    // Texts with a fixed wording are left out.
    const texts = [...Object.entries(en), ...Object.entries(zh)].filter(
      ([key]) => !/^(?:rule|err)\./.test(key),
    );
    expect(texts.filter(([, words]) => ruledOut.some((rule) => rule.test(words)))).toEqual([]);
  });

  it('UI-114: English apostrophes and quotes are plain: fonts of Chinese draw curly ones wide', () => {
    expect(Object.entries(en).filter(([, text]) => /[\u2018-\u201d]/u.test(text))).toEqual([]);
  });

  it('UI-11: the words of the family are kept exactly', () => {
    expect(en['empty.default']).toBe('No Data');
    expect(en['err.offline']).toBe('Your network has been disconnected, please check!');
    expect(en['err.setup']).toBe('Network Expire');
    expect(en['err.expired']).toBe('The authorization information has expired. Please log in again!');
    expect(en['err.server']).toBe('The server returned an error, please check!');
    expect(en['err.noNetwork']).toBe('No network');
    expect(en['err.kicked']).toBe(
      'Your account was logged in on another device and has been forced to go offline!',
    );
    expect(en['err.removedFromGroup']).toBe('You have been removed from the group chat!');
    expect(en['call.denied']).toBe('Camera or microphone permission denied');
    expect(en['call.busy']).toBe('The other party is busy');
    expect(en['call.offline']).toBe('The other party is offline');
    expect(en['call.otherDevice']).toBe('Another device is in a call');
    expect(en['rec.failed']).toBe('Recording failed');
    expect(en['about.downloadFailed']).toBe('Download failed');
    expect(en['about.installFailed']).toBe('Failed to install files');
    expect(en['time.now']).toBe('just now');
  });
});
