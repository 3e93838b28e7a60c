import * as v from 'valibot';
import { alertLimits, preferenceLimits as limits } from '../domain/kept-limits.ts';
import { inboxLimits } from '../domain/message-limits.ts';
import { SECURITY_CHANGES, chatOfDraft, draftName } from '../domain/kept.ts';
import type { Preference, PreferenceName, Preferences } from '../domain/kept.ts';
import { contactId, msgId, parseTarget, userId } from '../domain/ids.ts';
import { peopleLimits } from '../domain/limits.ts';
import { reactionLimits } from '../domain/message-limits.ts';
import { DAY_MIN, EAST_MAX } from '../domain/quiet-hours.ts';
import { SOUNDS } from '../domain/sounds.ts';
import { extraSchemas } from './down/profiles.ts';
import { int, rowId, text, textUpTo } from './scalars.ts';

const chat = v.pipe(
  textUpTo(limits.nameMax),
  v.check((id) => parseTarget(id) !== null),
  v.transform((id) => contactId(id)),
);
const quote = v.pipe(
  v.object({
    msgId: rowId,
    userId: int,
    realname: textUpTo(limits.nameMax),
    root: v.optional(rowId),
  }),
  v.transform(({ msgId: row, userId: user, root, ...rest }) => ({
    ...rest,
    msgId: msgId(row),
    userId: userId(user),
    ...(root !== undefined && { root }),
    // The quoted text is never stored (STREAM-4).
    content: '',
  })),
);
const draft = v.object({
  text,
  at: v.pipe(
    v.array(v.object({ id: int, name: textUpTo(limits.nameMax) })),
    v.maxLength(peopleLimits.mentionsMax),
  ),
  quote: v.nullable(quote),
});
const folder = v.object({
  id: v.pipe(textUpTo(limits.nameMax), v.minLength(1)),
  name: v.pipe(textUpTo(limits.folderNameMax), v.trim(), v.minLength(1)),
  people: v.boolean(),
  groups: v.boolean(),
  unread: v.boolean(),
  muted: v.nullable(v.boolean()),
  chats: v.pipe(v.array(chat), v.maxLength(limits.folderChatsMax)),
});
const alerts = v.object({
  words: v.pipe(
    v.array(v.pipe(textUpTo(alertLimits.wordMax), v.trim(), v.minLength(1))),
    v.maxLength(alertLimits.wordsMax),
  ),
});
const folders = v.object({ list: v.pipe(v.array(folder), v.maxLength(limits.foldersMax)) });
const pins = v.object({ list: v.pipe(v.array(chat), v.maxLength(limits.pinsMax)) });

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DAY_MIN - 1));
const quiet = v.pipe(
  v.object({
    from: minuteOfDay,
    till: minuteOfDay,
    // The server checks that the zone exists; a client that does not support it uses `east`.
    zone: v.optional(v.pipe(textUpTo(limits.zoneMax), v.regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/))),
    east: v.pipe(v.number(), v.integer(), v.minValue(-EAST_MAX), v.maxValue(EAST_MAX)),
    toMe: v.boolean(),
    offUntilMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.check(({ from, till }) => from !== till),
);

const sound = v.picklist(SOUNDS);
const sounds = v.object({
  all: sound,
  chats: v.pipe(v.array(v.object({ id: chat, sound })), v.maxLength(limits.soundsMax)),
});

const moments = v.object({ at: v.pipe(v.number(), v.integer(), v.minValue(0)) });

const previews = v.object({ on: v.boolean() });

const quickReaction = v.object({ emoji: textUpTo(reactionLimits.emojiLengthMax) });
const inboxMark = v.pipe(
  v.strictTuple([rowId, int, int]),
  v.transform(([id, why, atMs]) => [msgId(id), why, atMs] as const),
);
const inbox = v.object({
  beforeMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  list: v.pipe(v.array(inboxMark), v.maxLength(inboxLimits.doneMax)),
});

const security = v.object({
  list: v.pipe(
    v.array(
      v.object({
        what: v.picklist(SECURITY_CHANGES),
        atMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
        device: textUpTo(limits.deviceMax),
      }),
    ),
    v.maxLength(limits.securityMax),
  ),
});

const SCHEMAS: { readonly [N in PreferenceName]: v.GenericSchema<unknown, Preferences[N]> } = {
  folders,
  pins,
  alerts,
  quiet,
  sounds,
  moments,
  previews,
  quickReaction,
  ...extraSchemas,
  inbox,
  security,
};

/** Validates a preference from either side; null: an unknown name or an invalid value. */
export function preferenceOf(name: string, value: unknown): Preference | null {
  const of = chatOfDraft(name);
  const schema = of !== null ? draft : Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name as PreferenceName] : null;
  if (schema === null) return null;
  // The table pairs each name with the schema of its value.
  const made = (found: unknown) => ({ name: of === null ? name : draftName(of), value: found }) as Preference;
  if (value === null) return made(null);
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  return parsed.success ? made(parsed.output) : null;
}
