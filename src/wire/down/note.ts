import * as v from 'valibot';
import type { EventNote } from '../../domain/message.ts';
import { listOf, text, withDefault } from '../scalars.ts';
import { count, onField, person, shownText } from './fields.ts';

/** Ours: the content of an `event` line, as a code (docs/protocol.md). */
export const note = v.variant('note', [
  v.object({ note: v.literal('groupCreated'), by: person, name: shownText }),
  v.object({ note: v.literal('friends') }),
  v.object({ note: v.literal('timer'), by: person, name: shownText, days: count }),
  v.object({ note: v.literal('recalled'), by: person, name: shownText, byManager: onField }),
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
