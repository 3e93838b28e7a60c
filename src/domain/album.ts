import { albumLimits } from './list-limits.ts';
import { captionOf } from './message.ts';
import type { MessageType } from './message.ts';
import { unmarked } from './rich-text.ts';

/**
 * Pictures grouped as an album (UI-69) are one line in the list and in notifications: their count, and the
 * caption of the first one (LIST-6). `count` 0: a picture that is shown alone because it quotes a message.
 */
export interface Album {
  readonly count: number;
  readonly words: string;
}

interface AlbumStart {
  readonly from: number | null;
  readonly sentAtMs: number;
  readonly album: Album;
}

/** The album with one more picture, or that picture's own if it begins one. */
export function withPicture(before: AlbumStart | null, next: AlbumStart): Album {
  const { album } = next;
  if (before === null || album.count === 0 || album.words !== '' || before.album.count === 0) return album;
  if (before.from !== next.from || next.sentAtMs - before.sentAtMs >= albumLimits.albumGapMs) return album;
  const isFull = before.album.count >= albumLimits.albumCountMax;
  return isFull
    ? { count: albumLimits.albumCountMax, words: '' }
    : { count: before.album.count + 1, words: before.album.words };
}

/** The fields of a stored message that tell whether it is a picture, and its author. */
interface Stored {
  readonly type: MessageType;
  readonly from: number;
  readonly sentAtMs: number;
  readonly recalled: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

function albumStart({ type, from, sentAtMs, recalled, extra }: Stored): AlbumStart | null {
  if (type !== 'image' || recalled) return null;
  return {
    from,
    sentAtMs,
    album: { count: extra?.['msg_id'] === undefined ? 1 : 0, words: unmarked(captionOf(extra), extra) },
  };
}

/** Checks whether the previous message may belong to the album of the next one. */
export const mayFollow = (row: Stored): boolean => {
  const one = albumStart(row);
  return one !== null && one.album.count > 0 && one.album.words === '';
};

/** Null: not a picture. `before`: the previous messages, newest first, at most `chat.albumCountMax - 1`. */
export function albumOf(row: Stored, before: readonly Stored[]): Album | null {
  let album: Album | null = null;
  let last: AlbumStart | null = null;
  for (const one of [...before.toReversed(), row]) {
    const picture = albumStart(one);
    album = picture && withPicture(last, picture);
    last = picture && album && { ...picture, album };
  }
  return album;
}
