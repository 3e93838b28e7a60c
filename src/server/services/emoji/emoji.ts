import type * as v from 'valibot';
import { upload as limits } from '../../../domain/limits.ts';
import type { emojiAdd as addCall, emojiDel as delCall, emojiMove as moveCall } from '../../../wire/calls/files.ts';
import { command } from '../../core.ts';
import { Refused } from '../../refused.ts';
import type { Answer, SignedIn } from '../context.ts';
import { usableFile } from '../uploads/may-use.ts';

/** EMOJI-1. */
export async function emojiIndex({ core, session: { user } }: SignedIn): Promise<Answer> {
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

/** From an emoji message: what its sender sent as a picture for everybody becomes mine too (EMOJI-2). */
export async function emojiAdd({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof addCall.body>): Promise<Answer> {
  await command(core, async (tx) => {
    const file = await usableFile(tx, user, body.file_id);
    if (file.purpose !== 'emoji') throw new Refused('fileUnknown');
    const mine = await tx.emoji.of(user, limits.emojiMax);
    if (mine.length >= limits.emojiMax && !mine.some((row) => row.fileId === file.id)) throw new Refused('emojiMany', { facts: { max: limits.emojiMax } });
    await tx.write.putEmoji(user, file.id, file.name.replace(/\.[^.]*$/, ''));
  });
  return {};
}

export async function emojiDel({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof delCall.body>): Promise<Answer> {
  await command(core, (tx) => tx.write.dropEmoji(user, body.ids));
  return {};
}

export async function emojiMove({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof moveCall.body>): Promise<Answer> {
  await command(core, (tx) => tx.write.moveEmoji(user, body.ids));
  return {};
}
