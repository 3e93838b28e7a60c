import { previewLimits } from '../../src/server/kernel/limits.ts';
import type { FoundPage, Pages, PageWish } from '../../src/ports/pages.ts';
import type { Surroundings } from './surroundings.ts';

/** Pages of a World, defined by their addresses (`oracle/pages.ts`). */
export function createWorldPages(around: Surroundings): Pages {
  return {
    find: (url, wish) => {
      const [, kind = '', number = ''] = /^https:\/\/pages\.test\/([a-z]+)\/([\d.]+)$/.exec(url) ?? [];
      around.count(`page: ${kind === '' ? 'unknown' : kind}`);
      if (kind === 'slow') return ended(wish);
      // Answers long after all users have read the message.
      if (kind === 'away') return later(around, wish);
      return Promise.resolve(pageOf(kind, number, wish));
    },
  };
}

function pageOf(kind: string, number: string, wish: PageWish): FoundPage | null {
  if (kind === 'image') return { kind: 'picture', bytes: new TextEncoder().encode(`photo-${number}.png`) };
  if (wish.kind === 'picture' || !TITLED.has(kind)) return null;
  const picture = kind === 'picture' ? `https://pages.test/image/${number}` : null;
  return { kind: 'words', words: { title: `card${number}`, text: '', site: '', picture } };
}

const TITLED: ReadonlySet<string> = new Set(['good', 'picture', 'hidden']);

const ended = ({ signal }: PageWish): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null));
  });

const later = async ({ clock }: Surroundings, wish: PageWish): Promise<null> => {
  const passed = new Promise<null>((resolve) => {
    clock.setTimeout(() => resolve(null), previewLimits.requestMs / 2);
  });
  return Promise.race([passed, ended(wish)]);
};
