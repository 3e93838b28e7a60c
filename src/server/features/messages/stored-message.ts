import type { UserId } from '../../../domain/ids.ts';
import { imageLimits } from '../../../domain/limits.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { FileRow, ReadTx } from '../../../ports/store.ts';
import { fileIn, toHeldFile } from '../../files/held-file.ts';
import { pictureAddress } from '../../files/links.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { mayReadMessage } from '../../access/conversation.ts';
import type { Composed } from './compose.ts';

interface Facts {
  readonly width: number;
  readonly height: number;
  readonly durationSec: number | null;
}

/** `extends` of pictures, videos and voices, from the file itself (protocol 5.5). */
export function detailsFor(type: MessageType, facts: Facts): Readonly<Record<string, unknown>> {
  const { width, height, durationSec } = facts;
  const seconds = Math.max(1, Math.round(durationSec ?? 0));
  switch (type) {
    case 'image':
      return { width, height, fixMode: fixMode(width, height) };
    case 'video':
      return {
        width,
        height,
        fixMode: width > height ? 1 : 2,
        duration: seconds,
        poster: '/static/video.svg',
      };
    case 'voice':
      return { duration: seconds };
    default:
      return {};
  }
}

/** 1 wide, 2 tall, 3 small enough for the box as it is. */
const fixMode = (width: number, height: number): 1 | 2 | 3 =>
  width < imageLimits.boxWidth && height < imageLimits.boxHeight ? 3 : width >= height ? 1 : 2;

/** The message of a file the server already holds; the file defines the kind, as at its upload (FILE-8). */
export async function storedMessage(
  tx: ReadTx,
  user: UserId,
  id: number,
  requestedType: MessageType,
): Promise<Pick<Composed, 'type' | 'content' | 'extra'> | Refusal> {
  const file = await usableFile(tx, user, id);
  if (file instanceof Refusal) return file;
  if ((requestedType === 'emoji') !== (file.purpose === 'emoji')) return new Refusal('fileUnknown');
  const type = requestedType === 'emoji' ? requestedType : kindOf(file);
  const facts = file.details ?? { width: 0, height: 0, durationSec: null };
  const pack = type === 'emoji' ? await tx.packs.withFile(id) : null;
  return {
    type,
    content: type === 'emoji' ? pictureAddress(file.key) : file.name,
    extra: { ...detailsFor(type, facts), ...(pack && { pack: pack.id }), file: toHeldFile(file) },
  };
}

/** A file without dimensions is just a file: it was sent as one, or could not be measured (UP-SRV-12). */
function kindOf({ cate, details }: FileRow): MessageType {
  if (!details?.width || !details.height) return 'file';
  if (cate === 2) return 'image';
  return cate === 4 && details.durationSec ? 'video' : 'file';
}

/**
 * A file this user has uploaded, can read in a message, or has among their emoji or packs (FILE-8); any other
 * looks missing. It has the name used there, whatever the name of the same bytes elsewhere (FILE-12).
 */
export async function usableFile(tx: ReadTx, user: UserId, id: number): Promise<FileRow | Refusal> {
  const file = await tx.files.byId(id);
  if (!file || file.purpose === 'avatar') return new Refusal('fileUnknown');
  const mine =
    file.purpose === 'emoji'
      ? ((await tx.emoji.of(user, Number.MAX_SAFE_INTEGER)).find((row) => row.fileId === id) ??
        (await tx.packs.usable(user, id)))
      : null;
  if (mine) return { ...file, name: file.ext === '' ? mine.name : `${mine.name}.${file.ext}` };
  if (file.user === user) return file;
  for (const { stream, n } of await tx.files.placesOf(id, user)) {
    const row = await tx.messages.byN(stream, n);
    if (row && (await mayReadMessage(tx, user, row)))
      return { ...file, name: fileIn(row.extra)?.name ?? file.name };
  }
  return new Refusal('fileUnknown');
}
