import { readOwn, writeOwn } from '../../../platform/settings.ts';

const KEY = 'search-recent';
const KEPT_MAX = 8;

/** Recent searches of this device, newest first. */
export function recentSearches(): readonly string[] {
  try {
    const held: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return Array.isArray(held) ? held.filter((one) => typeof one === 'string').slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(words: string): void {
  const query = words.trim();
  if (query !== '')
    writeOwn(
      KEY,
      JSON.stringify([query, ...recentSearches().filter((one) => one !== query)].slice(0, KEPT_MAX)),
    );
}

export const forgetSearches = (): void => writeOwn(KEY, null);
