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
  const parsed = v.safeParse(answer, data);
  if (!parsed.success) return null;
  const { seq, more, list } = parsed.output;
  return {
    seq,
    more,
    rows: list.length,
    scheduled: list.flatMap(scheduledIn),
    reminders: list.flatMap(reminderIn),
  };
}

function scheduledIn(given: unknown): readonly ScheduledMessage[] {
  const parsed = v.safeParse(scheduledRow, given);
  if (!parsed.success) return [];
  const { id, toContactId: to, content, at, pid, extends: extra, time: dueMs, failed } = parsed.output;
  const why = failed === '' ? null : failed;
  return [{ id, to, content, at, extra, isReply: pid > 0, dueMs, why }];
}

function reminderIn(given: unknown): readonly Reminder[] {
  const decoded = v.safeParse(reminderRow, given);
  const read = decoded.success ? decodeMessageRow(decoded.output.message) : null;
  if (!decoded.success || !read?.ok || read.value.n === null) return [];
  const { toContactId: to, time: dueMs, told } = decoded.output;
  const { id, n, rev = 0 } = read.value;
  return [{ id, n, to, dueMs, told, rev, message: read.value }];
}
