import * as v from 'valibot';
import { textLimits as limits } from '../../domain/first-limits.ts';
import { peopleLimits } from '../../domain/limits.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import { int, listOf, maybe, text, textUpTo, whole, withDefault } from '../scalars.ts';

/**
 * One call of the contract: its paths (any letter case) and its body; unknown fields are dropped (WIRE-2).
 */
export interface Call<S extends v.GenericSchema = v.GenericSchema> {
  readonly paths: readonly string[];
  readonly body: S;
}

const oursOnly = new Set<string>();

/** A server of the plain contract does not answer this path: it is an addition of ours (docs/protocol.md). */
export const isOurs = (path: string): boolean => oursOnly.has(path);

/** A call that is not in the contract. */
export function ours<S extends v.GenericSchema>(path: string, body: S): Call<S> {
  oursOnly.add(path);
  return defineCall(path, body);
}

/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <S extends v.GenericSchema>(
  path: string | readonly string[],
  body: S,
): Call<S> => ({
  paths: typeof path === 'string' ? [path] : path,
  body,
});

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
/** A pending change of our client: its age in ms, and a name for the page that made it (SEND-23). */
export const pendingFields = { age_ms: maybe(whole), by: maybe(nameUpTo(40)) };
/** The values that a form of our client showed, for the fields that its user changed (SEND-24). */
export const formBase = <S extends v.GenericSchema>(fields: S) =>
  v.optional(
    v.pipe(
      v.custom((x) => !Array.isArray(x)),
      fields,
    ),
  );
/** A text in it. */
export const shown = v.optional(v.pipe(text, v.maxLength(4_096), v.trim()));
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
