import * as v from 'valibot';
import { stickerLimits as limits } from '../../domain/stickers.ts';
import { textLimits } from '../../domain/limits.ts';
import { listOf, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import { messageRef, ours } from './call.ts';

/** Emoji of the server by name (EMOJI-7). */
export const serverEmoji = ours('/enterprise/emoji/server', v.object({}));

/** Sticker packs of the user (EMOJI-10). */
export const packs = ours('/enterprise/emoji/packs', v.object({}));
/** `id` 0 makes a new one. */
export const packSave = ours(
  '/enterprise/emoji/packSave',
  v.object({
    id: withDefault(whole, 0),
    title: textUpTo(textLimits.markupMax),
    files: v.pipe(listOf(rowId, limits.stickersMax), v.minLength(1)),
  }),
);
export const packRemove = ours('/enterprise/emoji/packRemove', v.object({ id: rowId }));

/** The pack of a sticker in a message (EMOJI-11). */
const ofMessage = v.object({ id: messageRef });
export const packOf = ours('/enterprise/emoji/packOf', ofMessage);
export const packAdd = ours('/enterprise/emoji/packAdd', ofMessage);
