import type { LocalFile } from '../../client/interface/files.ts';
import { SHARED } from './shared.ts';

export interface Shared {
  readonly words: string;
  readonly files: readonly LocalFile[];
}

/** What waits; null when there is nothing. */
export async function readShared(): Promise<Shared | null> {
  if (!('caches' in window) || !(await caches.has(SHARED))) return null;
  const kept = await caches.open(SHARED);
  const words = (await (await kept.match('/shared/words'))?.text()) ?? '';
  const files: LocalFile[] = [];
  for (let at = 0; ; at += 1) {
    const found = await kept.match(`/shared/file-${at}`);
    if (found === undefined) break;
    files.push({
      name: decodeURIComponent(found.headers.get('x-name') ?? '') || `file-${at}`,
      body: await found.blob(),
    });
  }
  return words === '' && files.length === 0 ? null : { words, files };
}
