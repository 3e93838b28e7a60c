import { uploadLimits } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { emojiAdd, emojiDel, emojiIndex, emojiMove } from './emoji.ts';

export const emojiEndpoints: readonly Endpoint[] = [
  own(fileCalls.emojiIndex, emojiIndex),
  own(fileCalls.emojiAdd, emojiAdd, uploadLimits.rate),
  own(fileCalls.emojiDel, emojiDel),
  own(fileCalls.emojiMove, emojiMove),
];
