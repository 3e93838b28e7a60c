import * as v from 'valibot';
import type { CallSignal, ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, int, text, whole } from '../scalars.ts';
import { onField, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { decodePosted } from './posted.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

const number = ifValid(int);

/** Signalling of a call in `extends` (protocol 4.2); the candidate is JSON text or an object. */
export const signalFields = v.object({
  event: v.fallback(text, 'calling'),
  type: number,
  status: number,
  code: number,
  callTime: ifValid(whole),
  sdp: shownText,
  iceCandidate: v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === 'string' ? given : given ? JSON.stringify(given) : '')),
  ),
  isMobile: onField,
  path: ifValid(whole),
});

export const webrtcFields = v.object({
  extends: v.optional(v.unknown()),
  no: ifValid(whole),
});

export function decodeWebrtc(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const message = decodePosted(data, at);
  if (!message.ok || message.value.type !== 'messagePosted') return message;
  const parsed = read(signalFields, { iceCandidate: '', ...message.value.message.extra }, at.type);
  if (!parsed.ok) return parsed;
  const { event, type, status, code, callTime, sdp, iceCandidate, isMobile, path } = parsed.value;
  const numbered = v.safeParse(webrtcFields, data);
  const signal: CallSignal = {
    kind: event,
    video: type === 1,
    status: status ?? null,
    code: code ?? null,
    talkSec: callTime ?? null,
    sdp,
    candidate: iceCandidate,
    isMobile,
    no: numbered.success ? (numbered.output.no ?? null) : null,
    path: path ?? null,
  };
  const { message: row, to, toUser, contact } = message.value;
  return ok({ type: 'callSignal', message: { ...row, type: 'webrtc' }, to, toUser, signal, contact });
}
