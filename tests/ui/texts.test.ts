// @vitest-environment happy-dom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importsOf } from '../support/house/imports.ts';
import { createTexts } from '../../src/app/i18n/create-texts.ts';
import type { Catalogue } from '../../src/app/i18n/plain-texts.ts';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { FILES, keysSource, localeFolders, localeTexts, partTexts } from '../../src/tools/locales.mjs';
import { en, zh } from '../support/texts.ts';
import { dayOfMonth, longDate, weekdayNames } from '../../src/app/shared/days/long-date.ts';
import { monthAway, monthOf, weekStart } from '../../src/app/shared/days/month.ts';
import { dateWords, localeOf } from '../../src/app/shared/use-display-time.ts';
import { until } from '../support/until.ts';

const APP = join(import.meta.dirname, '../../src/app');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const [entry, first] = [partTexts('en', 'entry'), partTexts('en', 'first')];
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
  const texts = createTexts((language, part): Promise<Catalogue> => {
    fetched.push(`${language} ${part}`);
    const all = Object.entries(partTexts(language, part));
    return Promise.resolve(Object.fromEntries(all.filter(([key]) => language === 'en' || key !== without)));
  });
  return { ...texts, fetched, t: (key: keyof typeof en) => textsNow().t(key) };
}

describe('texts', () => {
  it('TIME-8: columns of a month have short names, and letters where these are whole words', () => {
    expect(weekdayNames('de', 1)).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    expect(weekdayNames('ar', 6)).toEqual(['س', 'ح', 'ن', 'ث', 'ر', 'خ', 'ج']);
  });

  it.each([...localeFolders().keys()])(
    'UI-11: the texts of %s have the names and plural forms that they need',
    (language) => {
      expect(FILES.flatMap((file) => Object.values(localeTexts(language, file).texts))).not.toContain('');
    },
  );

  it.each(['en', 'zh-CN'])('UI-11: %s, which comes with the code, lacks no text', (language) => {
    expect(FILES.flatMap((file) => localeTexts(language, file).missing)).toEqual([]);
  });

  it('UI-11: the types of the texts are those of the English catalogue', () => {
    expect(readFileSync(join(APP, '../locales/keys.ts'), 'utf8')).toBe(keysSource());
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
    expect(fetched).toEqual(['zh-CN first']);
    await until(() => expect(t('common.cancel')).toBe(en['common.cancel']));
    expect(fetched).toContain('en first');
  });

  it('UI-73: a text of another page is fetched when it is asked for, before any other language', async () => {
    const { t, startTexts, fetched } = countTexts();
    await startTexts('zh-CN');
    await until(() => expect(t('moments.publish')).toBe(zh['moments.publish']));
    expect(fetched).toEqual(['zh-CN first', 'zh-CN pages']);
  });

  it('UI-73: the texts of all other pages come once, and nothing is drawn again for each page', async () => {
    const { startTexts, pageTexts, fetched } = countTexts();
    await startTexts('zh-CN');
    await pageTexts();
    const view = textsNow();
    await pageTexts();
    expect(textsNow()).toBe(view);
    expect(fetched).toEqual(['zh-CN first', 'zh-CN pages', 'zh-CN entry']);
  });

  it.each([...localeFolders().keys()])(
    'UI-11: in %s the first texts are said as the library says them, in every plural form',
    async (language) => {
      const { startTexts, pageTexts } = createTexts(async (...part) => partTexts(...part));
      const keys = [...bare(Object.keys(first))];
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
    ['the list of chats', ['whole-app.tsx', 'screens/home/home-page.tsx'], first, 50],
  ] as const)('UI-73: the first load contains every text that %s draws', (_, entries, texts, least) => {
    const allNames = bare(Object.keys(texts));
    const files = listEarlyTexts(entries);
    expect(files.size).toBeGreaterThan(least);
    expect(quotedKeys().filter(([file, key]) => files.has(file) && !allNames.has(key))).toEqual([]);
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

describe('dates and times', () => {
  const at = new Date(2026, 10, 28, 14, 5).getTime();
  afterEach(() => {
    localStorage.clear();
  });

  it.each([
    ['en', '14:05', '28 Nov', 1],
    ['de', '14:05', '28. Nov.', 1],
    ['ar', '2:05 م', '28 نوفمبر', 6],
    ['ja', '14:05', '11月28日', 0],
  ] as const)('TIME-8: have the form of the language: %s', (language, clock, date, day) => {
    const words = (form: 'clock' | 'date') => dateWords(language, form, at).replace(/[\s\u200f]+/g, ' ');
    expect([words('clock'), words('date'), weekStart(localeOf(language), null)]).toEqual([clock, date, day]);
  });

  it('TIME-8: hours and the first day of the week are chosen on the device', () => {
    localStorage.setItem('hours', '12');
    expect(dateWords('de', 'clock', at)).toMatch(/^2:05\sPM$/);
    localStorage.setItem('hours', '24');
    expect(dateWords('ko', 'clock', at)).toBe('14:05');
    expect([weekStart('de', '0'), weekStart('de', '6'), weekStart('de', '9')]).toEqual([0, 6, 1]);
    const blankPlaces = [1, 0].map((start) =>
      monthOf(new Date(2026, 10, 5), start, dayOfMonth('de')).filter((one) => one === null),
    );
    expect(blankPlaces.map(({ length }) => length)).toEqual([6, 0]);
  });

  it.each([...localeFolders().keys()])(
    'UI-110: the days of a month are those that its heading names: %s',
    (name) => {
      const numberOf = dayOfMonth(name);
      // A month of 29 days in the Persian calendar, and one with 28 in the Gregorian.
      for (const day of [new Date(2027, 1, 25), new Date(2027, 2, 25), new Date(2026, 10, 30)]) {
        const days = monthOf(day, 0, numberOf).filter((one) => one !== null);
        const headings = new Set(days.map((one) => longDate(name, 'month', one.getTime())));
        expect([...headings]).toEqual([longDate(name, 'month', day.getTime())]);
        expect(days.map(numberOf)).toEqual(days.map((_, i) => i + 1));
        const [next, previous] = [monthAway(day, 1, numberOf), monthAway(day, -1, numberOf)];
        expect(longDate(name, 'month', next.getTime())).not.toBe(longDate(name, 'month', day.getTime()));
        expect(longDate(name, 'month', monthAway(next, -1, numberOf).getTime())).toBe([...headings][0]);
        expect(longDate(name, 'month', monthAway(previous, 1, numberOf).getTime())).toBe([...headings][0]);
      }
    },
  );
});
