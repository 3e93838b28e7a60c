import { albumLimits } from './list-limits.ts';
import { captionOf } from './message.ts';
import type { MessageType } from './message.ts';
import { unmarked } from './rich-text.ts';

/**
 * Pictures that stand together (UI-69) are one line in the list and in notifications: how many, and the words
 * that the first one begins them with (LIST-6). `count` 0: a picture that stands alone, because it quotes.
 */
export interface Album {
  readonly count: number;
  readonly words: string;
}

interface Told {
  readonly from: number | null;
  readonly sentAtMs: number;
  readonly album: Album;
}

/** The album with one more picture; that picture's own where it begins one. */
export function withPicture(before: Told | null, next: Told): Album {
  const { album } = next;
  if (before === null || album.count === 0 || album.words !== '' || before.album.count === 0) return album;
  if (before.from !== next.from || next.sentAtMs - before.sentAtMs >= albumLimits.albumGapMs) return album;
  const isFull = before.album.count >= albumLimits.albumToldMax;
  return isFull
    ? { count: albumLimits.albumToldMax, words: '' }
    : { count: before.album.count + 1, words: before.album.words };
}

/** A stored message, as far as it says whether it is a picture and whose. */
interface Stored {
  readonly type: MessageType;
  readonly from: number;
  readonly sentAtMs: number;
  readonly recalled: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

function told({ type, from, sentAtMs, recalled, extra }: Stored): Told | null {
  if (type !== 'image' || recalled) return null;
  return {
    from,
    sentAtMs,
    album: { count: extra?.['msg_id'] === undefined ? 1 : 0, words: unmarked(captionOf(extra), extra) },
  };
}

/** Whether what stands before a message may belong to its album. */
export const mayFollow = (row: Stored): boolean => {
  const one = told(row);
  return one !== null && one.album.count > 0 && one.album.words === '';
};

/** Null: no picture. `before`: what stands before it, newest first, at most `chat.albumToldMax - 1`. */
export function albumOf(row: Stored, before: readonly Stored[]): Album | null {
  let album: Album | null = null;
  let last: Told | null = null;
  for (const one of [...before.toReversed(), row]) {
    const picture = told(one);
    album = picture && withPicture(last, picture);
    last = picture && album && { ...picture, album };
  }
  return album;
}
