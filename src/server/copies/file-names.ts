import type { Listed } from './target.ts';
import { partsOf } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import { shardName } from './file-rows.ts';
import type { FileFacts } from './file-rows.ts';

/**
 * Files are grouped by the beginning of their key; the rest of the name is derived with the operator's key.
 */
export const folderOf = (shard: number): string => `files/${shardName(shard)}/`;

export const fileName = (shelf: Shelf, { key }: Pick<FileFacts, 'key'>): string =>
  `files/${key.slice(0, 2)}/${shelf.nameOf(key)}`;

/** Which files went from the database when, as far as their copies are still kept. */
export const missingListName = (shard: number): string => `${folderOf(shard)}gone`;

const PIECE = /^files\/[0-9a-f]{2}\/[0-9a-f]{32}(?:\.\d{5})?$/;

/** Stored pieces of one file: its name record, and its parts. */
export interface KeptFile {
  isNamed: boolean;
  parts: number;
  readonly pieces: string[];
}

export function filesIn(listed: readonly Listed[]): ReadonlyMap<string, KeptFile> {
  const files = new Map<string, KeptFile>();
  for (const { name } of listed) {
    if (!PIECE.test(name)) continue;
    const base = name.split('.')[0] ?? '';
    const file = files.get(base) ?? { isNamed: false, parts: 0, pieces: [] };
    files.set(base, file);
    // The name record comes first: without it the file does not exist, only unread parts.
    if (name === base) file.isNamed = true;
    else file.parts += 1;
    file.pieces.push(name);
  }
  return files;
}

export const isWhole = (kept: KeptFile | undefined, { size }: FileFacts): boolean =>
  kept !== undefined && kept.isNamed && kept.parts >= partsOf(size);
