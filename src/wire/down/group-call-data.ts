import * as v from 'valibot';
import { text, whole, withDefault } from '../scalars.ts';
import { onField, person, shownText } from './fields.ts';

/** The call of a group, in a contact row, a `groupCall` frame and the answer to a join (GCALL-1). */
export const groupCallData = v.object({
  id: text,
  startedAtMs: whole,
  startedBy: person,
  unit: withDefault(text, ''),
  participants: v.array(
    v.object({
      device: text,
      user: person,
      name: shownText,
      avatar: shownText,
      joinedAtMs: whole,
      isHandRaised: onField,
    }),
  ),
});
