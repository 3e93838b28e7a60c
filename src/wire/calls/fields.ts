import * as v from 'valibot';
import { frameLimits } from '../../domain/list-limits.ts';
import { textLimits as limits } from '../../domain/first-limits.ts';
import { peopleLimits } from '../../domain/limits.ts';
import { int, listOf, text, textUpTo, whole, withDefault } from '../scalars.ts';

/** Fields that many calls share. */
export const contactRef = v.pipe(textUpTo(40), v.trim(), v.minLength(1));
export const groupRef = contactRef;
export const userRef = v.pipe(int, v.minValue(1));
/**
 * A user-made name: half of a surrogate pair would be stored as another character, and two names could become
 * one.
 */
const nameUpTo = (max: number) =>
  v.pipe(
    textUpTo(max),
    v.check((x) => !/\p{Surrogate}/u.test(x)),
  );
export const clientRef = nameUpTo(64);
export const messageRef = v.pipe(nameUpTo(limits.messageIdMax), v.minLength(1));
export const opRef = nameUpTo(limits.messageIdMax);
/** Mentioned users; values that are not numbers, such as a word for all members, mean all members. */
export const mentionRefs = listOf(v.fallback(int, 0), peopleLimits.mentionsMax);
export const page = withDefault(
  v.pipe(
    whole,
    v.transform((n) => Math.max(1, n)),
  ),
  1,
);
/** Rows of a page: 20 when absent or 0, at most 100. */
export const pageLimit = withDefault(
  v.pipe(
    whole,
    v.transform((n) => (n === 0 ? 20 : Math.min(n, frameLimits.pageLimitMax))),
  ),
  20,
);
/** A generous limit: the service refuses more with a specific message. */
export const userRefs = listOf(int, 1_000);
/** Long enough for any kind; the service reports which field is too long. */
export const words = v.pipe(text, v.maxLength(4_096));
