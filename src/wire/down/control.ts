import * as v from 'valibot';
import type { FramedEvent, ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, ifValid, whole } from '../scalars.ts';
import { message, onField, secondsField, socket, streamField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

type Decoded = Result<ServerEvent, DecodeError>;
export type Decoder = (data: unknown, at: FrameContext) => Decoded;

/** Fields beside the data; control frames have no data and carry theirs on top. */
export const frameFields = v.object({
  type: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  time: secondsField,
  stream: v.fallback(v.optional(streamField), undefined),
  seq: v.fallback(v.optional(whole), undefined),
  derived: onField,
});

export const initFields = v.object({
  client_id: socket,
  epoch: v.fallback(v.optional(v.string()), undefined),
});

/** `init` and `pong` have their fields beside `type`, not in `data` (protocol 3.1). */
function init(frame: unknown, at: FrameContext): Decoded {
  const parsed = read(initFields, frame, at.type);
  return parsed.ok
    ? ok({ type: 'socketGreeted', client: parsed.value.client_id, epoch: parsed.value.epoch ?? null })
    : parsed;
}

const callsKept = v.fallback(
  v.optional(v.array(v.object({ id: message, frames: v.array(v.unknown()) }))),
  undefined,
);

/** `bound` is ours: a base-protocol server does not send it. */
export const pongFields = v.object({
  time: secondsField,
  multiport: onField,
  bound: ifValid(flag),
  cursor: ifValid(v.string()),
  calls: callsKept,
});

function pong(frame: unknown, at: FrameContext): Decoded {
  const parsed = read(pongFields, frame, at.type);
  if (!parsed.ok) return parsed;
  const { time, multiport, bound, cursor, calls } = parsed.value;
  return ok({
    type: 'ponged',
    atMs: time * 1_000,
    multiport,
    bound: bound ?? null,
    cursor: cursor ?? null,
    ...(calls === undefined ? {} : { calls }),
  });
}

/** Frames of the socket itself. */
export const CONTROL: Readonly<Record<'ping' | 'pong' | 'init', Decoder>> = {
  ping: () => ok({ type: 'pinged' }),
  pong,
  init,
};

const isControl = (type: string): type is keyof typeof CONTROL => Object.hasOwn(CONTROL, type);

/**
 * A frame of the socket itself, for a page that has not got the code of all others yet (STREAM-18). Null for
 * every other frame, and for what cannot be read.
 */
export function decodeControl(text: string): FramedEvent | null {
  try {
    const frame: unknown = JSON.parse(text);
    const head = v.safeParse(frameFields, frame);
    if (!head.success || head.output.derived || !isControl(head.output.type)) return null;
    const { type, time } = head.output;
    const event = CONTROL[type](frame, { type, self: null, place: null });
    return event.ok ? { event: event.value, place: null, atSec: time } : null;
  } catch {
    return null;
  }
}
