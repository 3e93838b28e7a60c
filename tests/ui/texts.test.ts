import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../src/app/i18n/en/index.ts';
import { zh } from '../../src/app/i18n/zh/index.ts';

const APP = join(import.meta.dirname, '../../src/app');
const PLURAL = /_(one|other)$/;
const bare = (keys: readonly string[]): ReadonlySet<string> => new Set(keys.map((key) => key.replace(PLURAL, '')));

/** Every text in quotes in the app's code that has the form of a key. */
function quotedKeys(): readonly (readonly [file: string, key: string])[] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n'));
  const areas = new Set(Object.keys(en).map((key) => key.split('.')[0] ?? ''));
  return files.flatMap((file) =>
    [...readFileSync(join(APP, file), 'utf8').matchAll(/'([a-zA-Z0-9]+)((?:\.[a-zA-Z0-9]+)+)'/g)]
      .filter(([, area]) => areas.has(area ?? ''))
      .map(([, area, rest]) => [file, `${area}${rest}`] as const),
  );
}

const values = (text: string): readonly string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted();

describe('texts', () => {
  it('UI-11: both catalogues have the same keys, plural forms aside', () => {
    expect([...bare(Object.keys(zh))].toSorted()).toEqual([...bare(Object.keys(en))].toSorted());
  });

  it('UI-11: every key that is used exists', () => {
    const known = bare(Object.keys(en));
    const used = quotedKeys();
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(([, key]) => !known.has(key))).toEqual([]);
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
    expect(keys.filter((key) => key.endsWith('_one') && !keys.includes(key.replace(PLURAL, '_other')))).toEqual([]);
    expect(Object.keys(zh).filter((key) => key.endsWith('_one'))).toEqual([]);
  });

  it('UI-11: the words of the specification are kept exactly', () => {
    expect(en['empty.default']).toBe('No Data');
    expect(en['err.offline']).toBe('Your network has been disconnected, please check!');
    expect(en['err.setup']).toBe('Network Expire');
    expect(en['err.expired']).toBe('The authorization information has expired. Please log in again!');
    expect(en['err.server']).toBe('The server returned an error, please check!');
    expect(en['err.noNetwork']).toBe('No network');
    expect(en['err.kicked']).toBe('Your account was logged in on another device and has been forced to go offline!');
    expect(en['err.removedFromGroup']).toBe('You have been removed from the group chat!');
    expect(en['time.now']).toBe('just now');
  });
});
