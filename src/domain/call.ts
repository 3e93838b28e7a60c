/** Meanings of the call codes (CALL-6); 901 is the neutral code of every signalling step. */
export const CALL = {
  ringing: 901,
  cancelled: 902,
  refused: 903,
  accepted: 904,
  noAnswer: 905,
  ended: 906,
  busy: 907,
} as const;
export type CallCode = (typeof CALL)[keyof typeof CALL];

/** Codes that clear the lock when this user sent them (CALL-2). */
export const CALL_CODES_FREE: readonly number[] = [
  CALL.cancelled,
  CALL.refused,
  CALL.noAnswer,
  CALL.ended,
  CALL.busy,
];

/**
 * `extends.reason` of the record of a call that lost to the other user's simultaneous call (CALL-9). Its code
 * is 902, as base-protocol clients know it.
 */
export const MERGED = 'merged';

/** Why a call is over, for the page's last line and for the record. */
export type CallEnd =
  | 'cancelled'
  | 'refused'
  | 'noAnswer'
  | 'missed'
  | 'hungUp'
  | 'busy'
  | 'offline'
  | 'elsewhere'
  | 'deviceDenied'
  | 'notConnected'
  | 'lost';

/**
 * Both users called each other at the same moment. The call of the smaller user id continues and the other
 * side accepts it (CALL-9). Both sides compute the same result independently.
 */
export const glareKeepsMine = (self: number, peer: number): boolean => self < peer;

/** The hang-up code of the side that ends the call, by the phase of the call (CALL-6). */
export function hangupCode(at: { readonly caller: boolean; readonly talking: boolean }): CallCode {
  if (at.talking) return CALL.ended;
  return at.caller ? CALL.cancelled : CALL.refused;
}

/** Outcomes that are a missed call for the callee; a call that they refused is not missed. */
const MISSED: ReadonlySet<CallOutcome> = new Set(['cancelled', 'noAnswer', 'busy']);

/**
 * The outcome that a call record shows to one of the two users. A callee who did not talk missed the call.
 */
export type CallRecord = Exclude<CallOutcome, null> | 'missed' | 'merged';

export function callRecord(
  { code, merged }: Pick<CallLine, 'code' | 'merged'>,
  mine: boolean,
): CallRecord | null {
  if (merged) return 'merged';
  const outcome = callOutcome(code);
  return outcome !== null && !mine && MISSED.has(outcome) ? 'missed' : outcome;
}

/** Outcome and duration of a call, for its line in the chat and in the list. */
export interface CallLine {
  readonly code: number;
  readonly video: boolean;
  readonly talkSec: number;
  /** The two talked in the other user's call, so neither missed this one (CALL-9). */
  readonly merged?: true;
}

/** Reads the `extends` of a call record, which another server or client may have written. */
export function callLine(extra: Readonly<Record<string, unknown>> | null): CallLine {
  const amount = (name: string): number => {
    const value = Number(extra?.[name]);
    return Number.isFinite(value) ? value : 0;
  };
  return {
    code: amount('code'),
    video: amount('type') === 1,
    talkSec: amount('callTime'),
    ...(extra?.['reason'] === MERGED && { merged: true }),
  };
}

/** The outcome in a call record; null for a call that is not over, and for unknown codes. */
export type CallOutcome = 'cancelled' | 'refused' | 'noAnswer' | 'ended' | 'busy' | null;

export function callOutcome(code: number): CallOutcome {
  switch (code) {
    case CALL.cancelled:
      return 'cancelled';
    case CALL.refused:
      return 'refused';
    case CALL.noAnswer:
      return 'noAnswer';
    case CALL.ended:
      return 'ended';
    case CALL.busy:
      return 'busy';
    default:
      return null;
  }
}
