import * as v from 'valibot';
import { callLine } from '../../domain/call.ts';
import { albumLimits } from '../../domain/list-limits.ts';
import { mentionsIn } from '../../domain/mention-names.ts';
import {
  type EventNote,
  type LastMessage,
  MESSAGE_TYPES,
  captionOf,
  secondsIn,
} from '../../domain/message.ts';
import { isPoll } from '../../domain/poll-mark.ts';
import { ifValid, listOf, text, withDefault } from '../scalars.ts';
import { count, message, object, onField, ordinal, person, shownText, timeField } from './fields.ts';

/** Ours: the content of an `event` line, as a code (docs/protocol.md). */
export const note = v.variant('note', [
  v.object({ note: v.literal('groupCreated'), by: person, name: shownText }),
  v.object({ note: v.literal('friends') }),
  v.object({ note: v.literal('timer'), by: person, name: shownText, days: count }),
  v.object({ note: v.literal('recalled'), by: person, name: shownText, byManager: onField }),
  v.object({
    note: v.literal('groupCall'),
    startedAtMs: count,
    durationSec: count,
    users: listOf(person, 1_000),
  }),
  v.object({
    note: v.literal('joined'),
    users: listOf(person, 1_000),
    names: listOf(withDefault(text, ''), 1_000),
    by: person,
    name: shownText,
  }),
]);

/** Null for unknown codes: the line's own text is shown then. */
export function noteOf(extra: Readonly<Record<string, unknown>> | null): EventNote | null {
  if (typeof extra?.['note'] !== 'string') return null;
  const parsed = v.safeParse(note, extra);
  return parsed.success ? parsed.output : null;
}

const lastObject = v.object({
  n: ordinal,
  id: ifValid(message),
  type: v.fallback(v.picklist(MESSAGE_TYPES), 'text'),
  content: shownText,
  sendTime: timeField,
  sendTimeMs: timeField,
  from_user: ifValid(person),
  from_name: shownText,
  extends: object,
});

const albumFields = v.object({
  album: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(albumLimits.albumCountMax)),
});

/** The size of an album, if it is not one. */
function albumIn(type: LastMessage['type'], extra: unknown): Pick<LastMessage, 'album'> | null {
  const parsed = type === 'image' ? v.safeParse(albumFields, extra) : null;
  return parsed?.success ? { album: parsed.output.album } : null;
}

/** Ours: the newest message that remains (COUNT-6). */
export const lastMessage = v.pipe(
  lastObject,
  v.transform((given): LastMessage => ({
    n: given.n,
    id: given.id ?? null,
    type: given.type,
    content: given.content,
    sentAtMs: given.sendTimeMs || given.sendTime,
    note: noteOf(given.extends),
    from: given.from_user ?? null,
    ...(given.from_name !== '' && { fromName: given.from_name }),
    ...(captionOf(given.extends) !== '' && { caption: captionOf(given.extends) }),
    ...(mentionsIn(given.extends).length > 0 && { named: mentionsIn(given.extends) }),
    ...albumIn(given.type, given.extends),
    ...(isPoll(given.extends) && { poll: true }),
    ...(given.type === 'voice' && { sec: secondsIn(given.extends) }),
    // A server without the field leaves the label.
    ...(given.type === 'webrtc' && given.extends !== null && { call: callLine(given.extends) }),
  })),
);
