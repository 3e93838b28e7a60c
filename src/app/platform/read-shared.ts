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
  const kept = await caches.open(SHARED);
  return (await kept.keys())
    .flatMap(
      ({ url }) => /^(\/shared(?:\/\d+)?)\/words$/.exec(new URL(url, location.origin).pathname)?.[1] ?? [],
    )
    .toSorted((a, b) => numberOf(b) - numberOf(a));
}

const numberOf = (folder: string): number => Number(folder.slice(EARLIER.length + 1));

/** Null: it no longer waits. */
export async function readShared(folder: string): Promise<Shared | null> {
  if (!('caches' in window) || !(await caches.has(SHARED))) return null;
  const kept = await caches.open(SHARED);
  const said = await kept.match(`${folder}/words`);
  if (said === undefined) return null;
  const files: LocalFile[] = [];
  for (let at = 0; ; at += 1) {
    const found = await kept.match(`${folder}/file-${at}`);
    if (found === undefined) break;
    files.push({
      name: decodeURIComponent(found.headers.get('x-name') ?? '') || `file-${at}`,
      body: await found.blob(),
    });
  }
  return { folder, site: said.headers.get('x-site') ?? '', words: await said.text(), files };
}

export async function forgetShare({ folder, files }: Pick<Shared, 'folder' | 'files'>): Promise<void> {
  const kept = await caches.open(SHARED);
  await kept.delete(`${folder}/words`);
  for (const at of files.keys()) await kept.delete(`${folder}/file-${at}`);
}
