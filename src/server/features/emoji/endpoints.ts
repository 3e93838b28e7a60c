import { uploadLimits } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import * as stickerCalls from '../../../wire/calls/stickers.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { addPack, listPacks, readPack, removePack, savePack } from './packs.ts';
import { listServerEmoji } from './server-emoji.ts';
import { emojiAdd, emojiDel, emojiIndex, emojiMove } from './emoji.ts';

export const emojiEndpoints: readonly Endpoint[] = [
  own(fileCalls.emojiIndex, emojiIndex),
  own(fileCalls.emojiAdd, emojiAdd, uploadLimits.rate),
  own(fileCalls.emojiDel, emojiDel),
  own(fileCalls.emojiMove, emojiMove),
  own(stickerCalls.serverEmoji, listServerEmoji),
  own(stickerCalls.packs, listPacks),
  own(stickerCalls.packSave, savePack, uploadLimits.rate),
  own(stickerCalls.packRemove, removePack),
  own(stickerCalls.packOf, readPack),
  own(stickerCalls.packAdd, addPack),
];
