import * as v from 'valibot';
import { lengthOf } from '../../domain/length.ts';
import type { Profile } from '../../domain/profile.ts';
import { statusLimits } from '../../domain/status.ts';
import { listOf, text, textUpTo, whole } from '../scalars.ts';
import { person, shownText } from './fields.ts';

/** The server checks that the emoji is one of the panel. */
export const statusValue = v.pipe(
  v.object({
    emoji: textUpTo(statusLimits.emojiMax),
    text: v.pipe(
      text,
      v.transform((words) => words.replace(/\s+/g, ' ').trim()),
      v.check((words) => lengthOf(words) <= statusLimits.textMax),
    ),
    untilMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.check(({ emoji, text: words }) => emoji !== '' || words !== ''),
);

const profileFields = v.object({
  id: person,
  rev: whole,
  realname: shownText,
  account: v.optional(shownText),
  avatar: shownText,
  name_py: shownText,
  index: shownText,
  status: v.fallback(v.optional(statusValue), undefined),
});

/** Rows that cannot be read are left out. */
export const profileRows = v.pipe(
  listOf(v.unknown(), 10_000),
  v.transform((rows): readonly Profile[] =>
    rows.flatMap((row) => {
      const parsed = v.safeParse(profileFields, row);
      if (!parsed.success) return [];
      const { id, name_py, ...rest } = parsed.output;
      return [{ user: id, namePy: name_py, ...rest }];
    }),
  ),
);
