import { SqliteConnection } from '../storage/engine/sqlite-dialect.ts';
import { type CopyStore, partsOf } from './copy-store.ts';
import type { Listed } from './target.ts';

/** A file that people sent, by the first row that names its bytes. */
export interface FileFacts {
  readonly id: number;
  /** Names the bytes, which never change. */
  readonly key: string;
  readonly size: number;
  readonly digest: string;
  readonly mime: string;
}

const COLUMNS = 'id, key, size, digest, mime';

/** Names of bytes begin with two of these digits, so many beginnings there are. */
export const SHARDS = 256;
const shardName = (shard: number): string => shard.toString(16).padStart(2, '0');

/** Which files a database names, each once, however many rows share its bytes. */
export class FileRows {
  private readonly db: SqliteConnection;

  constructor(path: string) {
    this.db = new SqliteConnection(path, { readOnly: true });
  }

  lastId(): number {
    const [row] = this.db.execute('select coalesce(max(id), 0) as id from files');
    return (row as { readonly id: number }).id;
  }

  /** Files after it that have contents of their own. */
  newer(after: number, most: number): readonly FileFacts[] {
    return this.db.execute(
      `select ${COLUMNS} from files as f where id > ? and not exists
         (select 1 from files as same where same.key = f.key and same.id < f.id) order by id limit ?`,
      [after, most],
    ) as readonly FileFacts[];
  }

  of(shard: number): readonly FileFacts[] {
    const start = shardName(shard);
    return this.db.execute(
      `select ${COLUMNS}, min(id) from files where key >= ? and key < ? group by key order by key`,
      [start, `${start}~`],
    ) as readonly FileFacts[];
  }

  has(key: string): boolean {
    return this.db.execute('select 1 from files where key = ? limit 1', [key]).length > 0;
  }

  close(): void {
    this.db.close();
  }
}

/**
 * Files are grouped by the beginning of their key; the rest of the name is derived with the operator's key.
 */
export const folderOf = (shard: number): string => `files/${shardName(shard)}/`;

export const fileName = (copyStore: CopyStore, { key }: Pick<FileFacts, 'key'>): string =>
  `files/${key.slice(0, 2)}/${copyStore.nameOf(key)}`;

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

export const isWhole = (copy: KeptFile | undefined, { size }: FileFacts): boolean =>
  copy !== undefined && copy.isNamed && copy.parts >= partsOf(size);
