import type { UserId } from '../../../domain/ids.ts';
import type { FileRow, ReadTx } from '../../../ports/store.ts';
import { Refused } from '../../refused.ts';
import { mayReadAt } from '../standing.ts';

/** A file that this person has uploaded, or may read a message that holds it (FILE-8); anything else is not there. */
export async function usableFile(tx: ReadTx, user: UserId, id: number): Promise<FileRow> {
  const file = await tx.files.byId(id);
  if (!file || file.purpose === 'avatar') throw new Refused('fileUnknown');
  if (file.user === user) return file;
  for (const { stream, n } of await tx.files.placesOf(id, user)) if (await mayReadAt(tx, user, stream, n)) return file;
  const mine = file.purpose === 'emoji' && (await tx.emoji.of(user, Number.MAX_SAFE_INTEGER)).some((row) => row.fileId === id);
  if (!mine) throw new Refused('fileUnknown');
  return file;
}
