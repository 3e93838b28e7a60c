import type * as v from 'valibot';
import { uploadLimits as limits } from '../../../domain/limits.ts';
import type { EmojiRow, ReadTx } from '../../../ports/store.ts';
import type {
  emojiAdd as addCall,
  emojiDel as delCall,
  emojiMove as moveCall,
} from '../../../wire/calls/files.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { usableFile } from '../messages/stored-message.ts';
import { checkEmoji, pictureCopy } from '../uploads/pictures.ts';
import { addFile, orUndone } from '../uploads/take.ts';

/** EMOJI-1. */
export async function emojiIndex({ core, session: { user } }: SignedIn): Promise<EndpointAnswer> {
  const rows = await core.store.read(async (tx) => {
    const mine = await tx.emoji.of(user, limits.emojiMax);
    const files = await tx.files.byIds(mine.map((row) => row.fileId));
    return mine.flatMap(({ id, fileId, name }) => {
      const file = files.get(fileId);
      const src = file && core.settings.links?.picture(file.key);
      return src === undefined ? [] : [{ id, name, title: name, src, file_id: fileId }];
    });
  });
  return { data: rows, count: rows.length };
}

/**
 * Adds from a readable message: the emoji it holds, or a copy of its picture, so that removing one keeps the
 * other (EMOJI-2).
 */
export async function emojiAdd(
  { core, quotas, session: { user } }: SignedIn,
  { file_id }: v.InferOutput<typeof addCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const usable = await core.store.read((tx) => usableFile(tx, user, file_id));
  if (usable instanceof Refusal) return usable;
  // A copy counts as a new file, like any other (LIMIT-14).
  if (usable.purpose === 'message') {
    let refusal = checkEmoji(core, usable) ?? (await quotas.checkRoom(usable.sizeBytes));
    if (refusal) return refusal;
    refusal = await quotas.takeFile(user, usable.sizeBytes);
    if (refusal) return refusal;
  }
  const copy = usable.purpose === 'message' ? await pictureCopy(core, user, usable) : null;
  if (copy instanceof Refusal) return copy;
  const refusal = await orUndone(copy, () =>
    command(core, async (tx) => {
      const file = await usableFile(tx, user, file_id);
      if (file instanceof Refusal) return file;
      const mine = await tx.emoji.of(user, limits.emojiMax);
      const existing = copy ? await sameAmong(tx, mine, copy.row.digest) : file_id;
      if (mine.length >= limits.emojiMax && !mine.some((row) => row.fileId === existing))
        return new Refusal('emojiMany', { facts: { max: limits.emojiMax } });
      const added = copy && existing === null ? await addFile(tx, copy) : null;
      if (added instanceof Refusal) return added;
      await tx.emoji.save(user, added?.id ?? existing ?? file_id, file.name.replace(/\.[^.]*$/, ''));
      return null;
    }),
  );
  return refusal ?? {};
}

/** Finds the emoji with the same bytes among these. */
async function sameAmong(tx: ReadTx, mine: readonly EmojiRow[], digest: string): Promise<number | null> {
  const files = await tx.files.byIds(mine.map((row) => row.fileId));
  return [...files.values()].find((file) => file.digest === digest)?.id ?? null;
}

export async function emojiDel(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof delCall.body>,
): Promise<EndpointAnswer> {
  await command(core, (tx) => tx.emoji.delete(user, body.ids));
  return {};
}

export async function emojiMove(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof moveCall.body>,
): Promise<EndpointAnswer> {
  await command(core, (tx) => tx.emoji.move(user, body.ids));
  return {};
}
