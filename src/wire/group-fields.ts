import * as v from 'valibot';
import { GROUP_FIELDS, settingOf } from '../domain/group-fields.ts';
import type { GroupSetting, SettingName } from '../domain/group-fields.ts';
import { groupLimits } from '../domain/group-limits.ts';
import { words } from './calls/call.ts';
import { flag, int, maybe, whole } from './scalars.ts';

const speakers = v.pipe(int, v.picklist([0, 1, 2]));
const askedText = v.optional(v.pipe(words, v.trim()));

/** Fields of a request to change a group; an absent one keeps its value, an empty text removes it. */
export const askedFields = {
  manage: maybe(flag),
  invite: maybe(flag),
  profile: maybe(flag),
  history: maybe(flag),
  /** Ours, as those below it except `nospeak`. */
  pin: maybe(flag),
  nospeak: maybe(speakers),
  media: maybe(flag),
  slowSec: maybe(
    v.pipe(
      whole,
      v.check((sec) => sec === 0 || (sec >= groupLimits.slowMinSec && sec <= groupLimits.slowMaxSec)),
    ),
  ),
  about: askedText,
  rules: askedText,
} satisfies { readonly [N in SettingName]: v.GenericSchema<unknown, GroupSetting[N] | undefined> };

/** The same in frames and answers, read tolerantly (WIRE-3). */
const readers = {
  manage: flag,
  invite: flag,
  profile: flag,
  history: flag,
  pin: flag,
  nospeak: speakers,
  media: flag,
  slowSec: whole,
  about: v.string(),
  rules: v.string(),
} satisfies { readonly [N in SettingName]: v.GenericSchema<unknown, GroupSetting[N]> };

/** A field that is absent or cannot be read has its initial value. */
export const decodeSetting = (given: Readonly<Record<string, unknown>> | null): GroupSetting =>
  settingOf((name) => {
    const parsed = v.safeParse(readers[name], given?.[name]);
    return parsed.success ? parsed.output : GROUP_FIELDS[name].initial;
  });
