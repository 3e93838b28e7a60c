import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import type { FileRow, ReadTx } from '../../../ports/store.ts';
import { toHeldFile } from '../../files/held-file.ts';
import { pictureAddress } from '../../files/links.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Composed } from '../messages/compose.ts';
import { detailsFor } from './details.ts';
import { usableFile } from './may-use.ts';

/** The message of a file the server already holds; the file defines the kind, as at its upload (FILE-8). */
export async function storedMessage(
  tx: ReadTx,
  user: UserId,
  id: number,
  said: MessageType,
): Promise<Pick<Composed, 'type' | 'content' | 'extra'> | Refusal> {
  const file = await usableFile(tx, user, id);
  if (file instanceof Refusal) return file;
  if ((said === 'emoji') !== (file.purpose === 'emoji')) return new Refusal('fileUnknown');
  const type = said === 'emoji' ? said : kindOf(file);
  const facts = file.details ?? { width: 0, height: 0, durationSec: null };
  return {
    type,
    content: type === 'emoji' ? pictureAddress(file.key) : file.name,
    extra: { ...detailsFor(type, facts), file: toHeldFile(file) },
  };
}

/** A file without dimensions is just a file: it was sent as one, or could not be measured (UP-SRV-12). */
function kindOf({ cate, details }: FileRow): MessageType {
  if (!details?.width || !details.height) return 'file';
  if (cate === 2) return 'image';
  return cate === 4 && details.durationSec ? 'video' : 'file';
}
