import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import { count, onField, person, secondsField, shownText } from '../down/fields.ts';
import { read } from '../down/read.ts';
import { rowId } from '../scalars.ts';

/** Answers of the calls about moments (ours); rows that cannot be read are left out. */
export interface PersonFacts {
  readonly id: UserId;
  readonly name: string;
  readonly avatar: string;
}

export interface MomentFacts {
  readonly id: number;
  readonly author: PersonFacts;
  readonly words: string;
  readonly pictures: readonly { readonly id: number; readonly src: string }[];
  readonly atMs: number;
  readonly mine: boolean;
  /** The chosen friends who see the user's own post; null: all friends, or a post of another user. */
  readonly seenBy: readonly PersonFacts[] | null;
  readonly liked: boolean;
  readonly likes: readonly PersonFacts[];
  readonly comments: readonly {
    readonly id: number;
    readonly author: PersonFacts;
    readonly replyTo: PersonFacts | null;
    readonly words: string;
  }[];
}

const card = v.pipe(
  v.object({ user_id: person, displayName: shownText, realname: shownText, avatar: shownText }),
  v.transform(({ user_id, displayName, realname, avatar }): PersonFacts => ({
    id: user_id,
    name: displayName || realname,
    avatar,
  })),
);

const momentFields = v.object({
  id: rowId,
  user: card,
  content: shownText,
  pictures: v.fallback(v.array(v.object({ file_id: rowId, src: shownText })), []),
  create_time: secondsField,
  mine: onField,
  liked: onField,
  seen_by: v.fallback(v.nullable(v.array(card)), null),
  likes: v.fallback(v.array(card), []),
  comments: v.fallback(
    v.array(
      v.object({ id: rowId, user: card, reply_to: v.fallback(v.nullable(card), null), content: shownText }),
    ),
    [],
  ),
});

export const decodeMoments = (data: unknown): readonly MomentFacts[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown): MomentFacts[] => {
    const parsed = read(momentFields, row, 'moment');
    if (!parsed.ok) return [];
    const { id, user, content, pictures, create_time, mine, liked, seen_by, likes, comments } = parsed.value;
    return [
      {
        id,
        author: user,
        words: content,
        pictures: pictures.map((one) => ({ id: one.file_id, src: one.src })),
        atMs: create_time * 1_000,
        mine,
        liked,
        seenBy: seen_by,
        likes,
        comments: comments.map((one) => ({
          id: one.id,
          author: one.user,
          replyTo: one.reply_to,
          words: one.content,
        })),
      },
    ];
  });

const newsFields = v.object({ at: count });

/** Decodes the answer of the call for news; null: malformed. */
export function decodeMomentNews(data: unknown): number | null {
  const parsed = read(newsFields, data, 'news');
  return parsed.ok ? parsed.value.at : null;
}

const uploadedFields = v.object({ file_id: count });

/** The number of an uploaded file that is not in a message yet; 0 for a malformed answer. */
export function decodeUploaded(data: unknown): number {
  const parsed = read(uploadedFields, data, 'upload');
  return parsed.ok ? parsed.value.file_id : 0;
}
