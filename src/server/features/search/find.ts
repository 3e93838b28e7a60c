import { isNarrowed, LINK_BEGINS } from '../../../domain/search-filter.ts';
import { folded } from '../../../domain/search-words.ts';
import { Search } from './one-search.ts';
import type { FoundMessages, Searching, SearchQuery } from './one-search.ts';

export type { SearchQuery } from './one-search.ts';

/**
 * Messages that contain these words, newest first. Runs in steps, each a separate read that ends after a
 * number of candidates or a time, so that other requests get their turn (SEARCH-10).
 * @param goesOn false: the rest is no longer wanted.
 */
export async function findMessages(
  on: Searching,
  wanted: SearchQuery,
  goesOn: () => boolean = () => true,
): Promise<FoundMessages> {
  const { filter = {} } = wanted;
  // Links are words, too: the index leads to them.
  const words = folded(wanted.keywords) || (filter.has === 'link' ? LINK_BEGINS : '');
  if (words === '' && !isNarrowed(filter)) return { rows: [], more: false, next: null };
  const search = new Search(on, wanted, words, filter);
  await search.begin();
  while (search.goesOn && goesOn()) await search.step();
  return search.matches();
}
