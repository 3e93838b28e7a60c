import * as v from 'valibot';
import { callLimits } from '../../domain/limits.ts';
import { int, maybe, text, whole, withDefault } from '../scalars.ts';
import { contactRef, defineCall, messageRef, opRef } from './call.ts';

export const SIGNALS = [
  'calling',
  'acceptRtc',
  'offer',
  'answer',
  'iceCandidate',
  'hangup',
  'busy',
  'otherOpt',
  'turndown',
  'mediaDevices',
] as const;

const longText = v.pipe(text, v.maxLength(callLimits.sdpMax));
/** JSON text or the object itself. */
const candidate = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((given) =>
      typeof given === 'object' && given !== null ? JSON.stringify(given) : (given ?? ''),
    ),
    longText,
  ),
  '',
);

/**
 * `type` 1 video, 0 voice; `status` is dropped, because the server knows the state of a call (CALL-15). Ours:
 * `path` identifies the connection of the call, and `op` makes a repeated step the same one (CALL-19,
 * CALL-20).
 */
export const sendToMsg = defineCall(
  '/enterprise/im/sendToMsg',
  v.object({
    id: messageRef,
    toContactId: contactRef,
    type: withDefault(v.pipe(int, v.picklist([0, 1])), 1),
    event: withDefault(v.picklist(SIGNALS), 'calling'),
    code: maybe(int),
    callTime: maybe(whole),
    sdp: withDefault(longText, ''),
    iceCandidate: candidate,
    path: maybe(whole),
    op: v.optional(opRef),
  }),
);
