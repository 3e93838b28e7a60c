import * as v from 'valibot';
import type { FramedEvent, ServerEvent } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { ifValid, whole } from '../scalars.ts';
import { messageFields } from './message.ts';
import { streamPlaceOf, streamField } from './fields.ts';
import { decodeGone, decodePosted } from './posted.ts';
import { asRecord } from './read.ts';
import type { DecodeError } from './read.ts';

const place = v.object({
  stream: v.fallback(v.optional(streamField), undefined),
  seq: ifValid(whole),
});

/**
 * The message that a send answers, as the event of its stream (streams 5): the sequencer takes it like a
 * frame.
 */
export function decodeSendAnswer(data: unknown, self: UserId | null): Result<FramedEvent, DecodeError> {
  const at = v.safeParse(place, asRecord(data));
  const streamPlace = at.success ? streamPlaceOf(at.output) : null;
  const context = { type: 'sendMessage', self, place: streamPlace };
  // The answer to a repeated send whose message was deleted contains only its remains (SEND-2). Without its
  // ordinal it has no place in the stream, which is left to the stream's own event.
  const hasContent = 'content' in asRecord(data);
  const event = hasContent ? decodePosted(data, context) : decodeGone(data, context);
  if (!event.ok) return event;
  if (event.value.type === 'placeTaken') return ok({ event: event.value, place: null, atSec: 0 });
  if (event.value.type === 'messagePosted' && streamPlace === null && self !== null)
    return ok({ event: own(event.value, self), place: null, atSec: 0 });
  const atSec = event.value.type === 'messagePosted' ? Math.floor(event.value.message.sentAtMs / 1_000) : 0;
  return ok({ event: event.value, place: streamPlace, atSec });
}

/**
 * Treats the answered message of a send as the user's own, regardless of a base-protocol server's echo
 * (PLAIN-2).
 */
const own = (event: Extract<ServerEvent, { type: 'messagePosted' }>, self: UserId): ServerEvent =>
  event.message.from.id === self
    ? event
    : { ...event, message: { ...event.message, from: { ...event.message.from, id: self } } };

const itemFields = v.object({
  id: messageFields.entries.id,
  code: v.pipe(v.number(), v.integer()),
  msg: v.fallback(v.string(), ''),
  data: v.optional(v.unknown()),
});

export interface SentItem {
  readonly id: v.InferOutput<typeof itemFields>['id'];
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** `data` of an array send (SEND-8): one outcome per item. */
export function decodeSentItems(data: unknown): Result<readonly SentItem[], DecodeError> {
  const parsed = v.safeParse(v.array(itemFields), data);
  if (!parsed.success) return fail({ reason: 'badFields', type: 'sendMessage' });
  return ok(parsed.output.map((one) => ({ id: one.id, code: one.code, msg: one.msg, data: one.data })));
}
