import * as v from 'valibot';
import { lengthOf } from '../../domain/length.ts';
import type { ExtraName, Profile, ProfileExtras } from '../../domain/profile.ts';
import { STATUS_MODES, statusLimits } from '../../domain/status.ts';
import { listOf, text, textUpTo, whole } from '../scalars.ts';
import { person, shownText } from './fields.ts';

/** The server checks that the emoji is one of the panel. */
const status = v.pipe(
  v.object({
    mode: v.optional(v.picklist(STATUS_MODES)),
    emoji: textUpTo(statusLimits.emojiMax),
    text: v.pipe(
      text,
      v.transform((words) => words.replace(/\s+/g, ' ').trim()),
      v.check((words) => lengthOf(words) <= statusLimits.textMax),
    ),
    untilMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.check(({ mode, emoji, text: words }) => mode !== undefined || emoji !== '' || words !== ''),
);

export const extraSchemas = { status } satisfies {
  readonly [N in ExtraName]: v.GenericSchema<unknown, ProfileExtras[N]>;
};

/** An extra that cannot be read is absent; a new one without its line here does not compile. */
const readExtras = {
  status: v.fallback(v.optional(extraSchemas.status), undefined),
} satisfies { readonly [N in ExtraName]: v.GenericSchema };

const disabled = v.pipe(
  v.literal(1),
  v.transform(() => true as const),
);

const profileFields = v.object({
  id: person,
  rev: whole,
  realname: shownText,
  account: v.optional(shownText),
  avatar: shownText,
  name_py: shownText,
  index: shownText,
  disabled: v.fallback(v.optional(disabled), undefined),
  ...readExtras,
});

/** Rows that cannot be read are left out. */
export const profileRows = v.pipe(
  listOf(v.unknown(), 10_000),
  v.transform((rows): readonly Profile[] =>
    rows.flatMap((row) => {
      const parsed = v.safeParse(profileFields, row);
      if (!parsed.success) return [];
      const { id, rev, realname, account, avatar, name_py, index, ...extras } = parsed.output;
      const profile = { user: id, rev, realname, account, avatar, namePy: name_py, index };
      return [Object.values(extras).some(Boolean) ? { ...profile, extras } : profile];
    }),
  ),
);
