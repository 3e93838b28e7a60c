import { albumOf, mayFollow } from '../../domain/album.ts';
import { chatLimits } from '../../domain/limits.ts';
import type { LastRow, MessageRow, ReadTx } from '../../ports/store.ts';

/**
 * A picture with the pictures beside it (LIST-6). A joining line would split an album, so a member who may
 * see its last picture may see all.
 */
export async function inAlbum(tx: Pick<ReadTx, 'messages'>, row: MessageRow): Promise<MessageRow & LastRow> {
  if (row.type !== 'image') return row;
  const before = mayFollow(row)
    ? await tx.messages.before(row.stream, row.n, chatLimits.albumCountMax - 1)
    : [];
  return { ...row, album: albumOf(row, before) };
}
