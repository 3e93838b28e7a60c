import * as v from 'valibot';
import { callLine } from '../../domain/call.ts';
import { albumLimits } from '../../domain/list-limits.ts';
import { MESSAGE_TYPES, captionOf, secondsIn } from '../../domain/message.ts';
import type { LastMessage } from '../../domain/message.ts';
import { mentionsIn } from '../../domain/mention-names.ts';
import { isPoll } from '../../domain/poll.ts';
import { ifValid } from '../scalars.ts';
import { message, object, ordinal, person, shownText, timeField } from './fields.ts';
import { noteOf } from './note.ts';

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
  album: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(albumLimits.albumToldMax)),
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
