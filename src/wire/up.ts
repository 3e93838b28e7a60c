import * as v from 'valibot';
import { ackLimits, frameLimits } from '../domain/list-limits.ts';
import { TYPING_STATUSES, type TypingStatus } from '../domain/typing.ts';
import { tooDeep } from './scalars.ts';

/** Frames that a client may send on a socket (docs/protocol.md, "Socket"). */
export type Up =
  | { readonly type: 'ping' | 'pong' | 'close' }
  /** Currently shown places of conversations by stream, and whether the page is visible (PUSH-3). */
  | { readonly type: 'ack'; readonly visible: boolean; readonly positions: Readonly<Record<string, number>> }
  /** Hash of the users that our client considers online, as `presenceWord` computes it (PRES-3). */
  | { readonly type: 'presence'; readonly word: string }
  /** Kind of message that the user prepares there (TYPING-1). */
  | { readonly type: 'typing'; readonly to: string; readonly what: TypingStatus }
  /** `user` null: not named; the token decides. `ours`: our client showed its mark. */
  | {
      readonly type: 'bindUid';
      readonly user: string | null;
      readonly token: string;
      readonly ours: boolean;
      readonly calls: Readonly<Record<string, number>>;
    };

const up = v.variant('type', [
  v.object({ type: v.picklist(['ping', 'pong', 'close']) }),
  v.object({
    type: v.literal('ack'),
    cursor: v.nullish(v.unknown()),
    visible: v.boolean(),
    positions: v.fallback(
      v.pipe(
        v.record(v.string(), v.pipe(v.number(), v.safeInteger())),
        v.check((all) => Object.keys(all).length <= ackLimits.ackStreamsMax),
      ),
      {},
    ),
  }),
  v.object({ type: v.literal('presence'), word: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({
    type: v.literal('typing'),
    toContactId: v.pipe(v.union([v.pipe(v.string(), v.maxLength(40)), v.number()]), v.transform(String)),
    what: v.picklist(TYPING_STATUSES),
  }),
  v.object({
    type: v.literal('bindUid'),
    user_id: v.nullish(v.union([v.string(), v.number()])),
    token: v.pipe(v.string(), v.maxLength(4_096)),
    client: v.nullish(v.unknown()),
    /** Live calls known to the device, with the number of the last received frame (CALL-18). */
    calls: v.fallback(
      v.nullish(
        v.pipe(
          v.record(v.string(), v.number()),
          v.check((all) => Object.keys(all).length <= 16),
        ),
      ),
      null,
    ),
  }),
]);

/** Null for anything else: unknown or unreadable frames are ignored. */
export function decodeUp(text: string): Up | null {
  if (tooDeep(text, frameLimits.depthMax)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const result = v.safeParse(up, value, { abortEarly: true });
  if (!result.success) return null;
  const frame = result.output;
  if (frame.type === 'presence') return { type: 'presence', word: frame.word };
  if (frame.type === 'ack') return { type: 'ack', visible: frame.visible, positions: frame.positions };
  if (frame.type === 'typing') return { type: 'typing', to: frame.toContactId, what: frame.what };
  if (frame.type !== 'bindUid') return { type: frame.type };
  const isAnonymous = frame.user_id === null || frame.user_id === undefined || frame.user_id === '';
  return {
    type: 'bindUid',
    user: isAnonymous ? null : String(frame.user_id),
    token: frame.token,
    ours: frame.client === 'parley',
    calls: frame.calls ?? {},
  };
}
