import type { LocalFile } from '../../client/interface/files.ts';
import { SHARED } from './shared.ts';

/** One share, as the service worker stored it (`share-adapter.ts`). */
export interface Shared {
  readonly folder: string;
  /** The website that sent it; empty: another app, or a website that its browser does not name. */
  readonly site: string;
  readonly words: string;
  readonly files: readonly LocalFile[];
}

/** An earlier version stored one share, without a number. */
const EARLIER = '/shared';

/** Waiting shares, the newest first. */
export async function waitingShares(): Promise<readonly string[]> {
  if (!('caches' in window) || !(await caches.has(SHARED))) return [];
  const cache = await caches.open(SHARED);
  return (await cache.keys())
    .flatMap(
      ({ url }) => /^(\/shared(?:\/\d+)?)\/words$/.exec(new URL(url, location.origin).pathname)?.[1] ?? [],
    )
    .toSorted((a, b) => numberOf(b) - numberOf(a));
}

const numberOf = (folder: string): number => Number(folder.slice(EARLIER.length + 1));

/** Null: it no longer waits. */
export async function readShared(folder: string): Promise<Shared | null> {
  if (!('caches' in window) || !(await caches.has(SHARED))) return null;
  const cache = await caches.open(SHARED);
  const wordsAnswer = await cache.match(`${folder}/words`);
  if (wordsAnswer === undefined) return null;
  const files: LocalFile[] = [];
  for (let at = 0; ; at += 1) {
    const response = await cache.match(`${folder}/file-${at}`);
    if (response === undefined) break;
    files.push({
      name: decodeURIComponent(response.headers.get('x-name') ?? '') || `file-${at}`,
      body: await response.blob(),
    });
  }
  return { folder, site: wordsAnswer.headers.get('x-site') ?? '', words: await wordsAnswer.text(), files };
}

export async function forgetShare({ folder, files }: Pick<Shared, 'folder' | 'files'>): Promise<void> {
  const cache = await caches.open(SHARED);
  await cache.delete(`${folder}/words`);
  for (const at of files.keys()) await cache.delete(`${folder}/file-${at}`);
}
