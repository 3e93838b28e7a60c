import * as v from 'valibot';
import { reactionLimits as limits } from '../../domain/reaction-limits.ts';
import { flag, textUpTo, whole, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { messageRef, page } from './fields.ts';

/** The user's reaction to a message: an emoji, or the address of an own picture (REACT-1). */
export const react = ours(
  '/enterprise/im/react',
  v.object({ id: messageRef, emoji: v.pipe(textUpTo(limits.emojiLengthMax), v.minLength(1)), on: flag }),
);

/** Users who reacted to a message (REACT-8). */
export const reactions = ours(
  '/enterprise/im/reactions',
  v.object({
    id: messageRef,
    page,
    limit: withDefault(
      v.pipe(
        whole,
        v.transform((n) => (n === 0 ? limits.peoplePage : Math.min(n, limits.peoplePage))),
      ),
      limits.peoplePage,
    ),
  }),
);
