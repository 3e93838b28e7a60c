import * as v from 'valibot';
import type { Message, MessagePin } from '../../domain/message.ts';
import { onField, person, shownText, timeField } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { whole } from '../scalars.ts';

const row = v.object({
  seq: whole,
  by: person,
  byName: shownText,
  pinTime: timeField,
  after_n: whole,
  message: v.unknown(),
});
const answer = v.object({ seq: whole, more: onField, pins: v.array(v.unknown()) });

/** A pinned message with where it was pinned. */
export interface PinnedMessage {
  readonly pin: MessagePin;
  readonly message: Message;
}

/**
 * Decodes the answer of getMessagePins: the place of the stream at which it is valid, and whether older pins
 * exist. Drops malformed rows; null: malformed answer.
 */
export function decodeMessagePins(
  data: unknown,
): { readonly seq: number; readonly more: boolean; readonly pins: readonly PinnedMessage[] } | null {
  const parsed = v.safeParse(answer, data);
  if (!parsed.success) return null;
  const { seq, more, pins } = parsed.output;
  return { seq, more, pins: pins.flatMap(pinnedIn) };
}

function pinnedIn(given: unknown): readonly PinnedMessage[] {
  const decoded = v.safeParse(row, given);
  const message = decoded.success ? decodeMessageRow(decoded.output.message) : null;
  if (!decoded.success || !message?.ok || message.value.n === null) return [];
  const { seq, by, byName, pinTime: atMs, after_n: afterN } = decoded.output;
  const { id, msgId, n, rev = 0 } = message.value;
  return [{ message: message.value, pin: { id, msgId, n, seq, by, byName, atMs, afterN, rev } }];
}
