import * as v from 'valibot';
import type { Reminder, ScheduledMessage } from '../../domain/later.ts';
import {
  contact,
  count,
  message,
  object,
  onField,
  peopleField,
  shownText,
  timeField,
} from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { whole } from '../scalars.ts';

const answer = v.object({ seq: whole, more: onField, list: v.array(v.unknown()) });
const scheduledRow = v.object({
  kind: v.literal('scheduled'),
  id: message,
  toContactId: contact,
  content: shownText,
  at: peopleField,
  pid: count,
  extends: object,
  time: timeField,
  failed: shownText,
});
const reminderRow = v.object({
  kind: v.literal('reminder'),
  toContactId: contact,
  time: timeField,
  told: onField,
  message: v.unknown(),
});

/** A part of the list; `rows`: how many the server counts, also those that cannot be read here. */
export interface LaterPart {
  readonly seq: number;
  readonly more: boolean;
  readonly rows: number;
  readonly scheduled: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
}

/** Decodes the answer of getLater; null: malformed. */
export function decodeLaterPart(data: unknown): LaterPart | null {
  const found = v.safeParse(answer, data);
  if (!found.success) return null;
  const { seq, more, list } = found.output;
  return {
    seq,
    more,
    rows: list.length,
    scheduled: list.flatMap(scheduledIn),
    reminders: list.flatMap(reminderIn),
  };
}

function scheduledIn(given: unknown): readonly ScheduledMessage[] {
  const found = v.safeParse(scheduledRow, given);
  if (!found.success) return [];
  const { id, toContactId: to, content, at, pid, extends: extra, time: dueMs, failed } = found.output;
  const why = failed === '' ? null : failed;
  return [{ id, to, content, at, extra, isReply: pid > 0, dueMs, why }];
}

function reminderIn(given: unknown): readonly Reminder[] {
  const found = v.safeParse(reminderRow, given);
  const read = found.success ? decodeMessageRow(found.output.message) : null;
  if (!found.success || !read?.ok || read.value.n === null) return [];
  const { toContactId: to, time: dueMs, told } = found.output;
  const { id, n, rev = 0 } = read.value;
  return [{ id, n, to, dueMs, told, rev, message: read.value }];
}
