import * as v from 'valibot';
import { GROUP_CHANGES, type GroupLine, type NamedPerson } from '../../domain/group-lines.ts';
import { person, shownText, timeField } from '../down/fields.ts';
import { whole } from '../scalars.ts';

const row = v.object({
  seq: whole,
  after_n: whole,
  time: timeField,
  what: v.picklist(GROUP_CHANGES),
  by: person,
  byName: shownText,
  user_id: v.optional(person),
  name: shownText,
  value: shownText,
});

/** An answer of groupLines, in their order; what cannot be read is left out. */
export function decodeGroupLines(data: unknown): readonly GroupLine[] {
  return Array.isArray(data) ? data.flatMap(lineIn) : [];
}

function lineIn(given: unknown): readonly GroupLine[] {
  const parsed = v.safeParse(row, given);
  if (!parsed.success) return [];
  const { seq, after_n: afterN, time: atMs, what, by, byName, user_id: id, name, value } = parsed.output;
  const who: NamedPerson | null = id === undefined ? null : { id, name };
  return [{ seq, afterN, atMs, what, by: { id: by, name: byName }, who, value }];
}
