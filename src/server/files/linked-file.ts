import type { FileRow, ReadTx } from '../../ports/store.ts';
import { userStream } from '../../domain/ids.ts';
import type { ReadLink } from './links.ts';

/**
 * The file of an address: held by a message of that conversation above the ordinal, or its owner's, in a post
 * or not sent yet; null for anything else. Another file with the same bytes is a different file, with its own
 * name (FILE-12).
 */
export async function linkedFile(
  tx: ReadTx,
  { key, stream, file }: ReadLink,
  aboveN = 0,
): Promise<FileRow | null> {
  if (file === null) return tx.files.heldBytes(key, stream, aboveN);
  const row = await tx.files.byId(file);
  if (row?.key !== key || row.purpose !== 'message') return null;
  return stream === userStream(row.user) || (await tx.files.isHeld(file, stream, aboveN)) ? row : null;
}
