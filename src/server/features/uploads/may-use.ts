import type { UserId } from '../../../domain/ids.ts';
import type { FileRow, ReadTx } from '../../../ports/store.ts';
import { fileIn } from '../../files/held-file.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { mayReadRow } from '../../kernel/standing.ts';

/**
 * A file this user has uploaded, can read in a message, or has among their emoji (FILE-8); any other looks
 * missing. It has the name used there, whatever the name of the same bytes elsewhere (FILE-12).
 */
export async function usableFile(tx: ReadTx, user: UserId, id: number): Promise<FileRow | Refusal> {
  const file = await tx.files.byId(id);
  if (!file || file.purpose === 'avatar') return new Refusal('fileUnknown');
  const mine =
    file.purpose === 'emoji'
      ? (await tx.emoji.of(user, Number.MAX_SAFE_INTEGER)).find((row) => row.fileId === id)
      : undefined;
  if (mine) return { ...file, name: file.ext === '' ? mine.name : `${mine.name}.${file.ext}` };
  if (file.user === user) return file;
  for (const { stream, n } of await tx.files.placesOf(id, user)) {
    const row = await tx.messages.byN(stream, n);
    if (row && (await mayReadRow(tx, user, row)))
      return { ...file, name: fileIn(row.extra)?.name ?? file.name };
  }
  return new Refusal('fileUnknown');
}
