/** What the codes of a call mean (CALL-6); 901 is the neutral one of every signalling step. */
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

/** Codes that clear the lock when they come from oneself (CALL-2). */
export const CALL_CODES_FREE: readonly number[] = [
  CALL.cancelled,
  CALL.refused,
  CALL.noAnswer,
  CALL.ended,
  CALL.busy,
];

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
 * Both called each other at the same moment: the call of the smaller user id goes on and the other
 * side answers it, since both wanted to talk (CALL-9). Both sides come to the same result alone.
 */
export const glareKeepsMine = (self: number, peer: number): boolean => self < peer;

/** The hang-up code of whoever ends the call, by how far it got (CALL-6). */
export function hangupCode(at: { readonly caller: boolean; readonly talking: boolean }): CallCode {
  if (at.talking) return CALL.ended;
  return at.caller ? CALL.cancelled : CALL.refused;
}

/** What the one who was called has missed; who refuses has not. */
const MISSED: ReadonlySet<CallOutcome> = new Set(['cancelled', 'noAnswer', 'busy']);

/** What the record of a call says to one of the two: whoever was called and did not talk has missed it. */
export type CallRecord = Exclude<CallOutcome, null> | 'missed';

export function callRecord(code: number, mine: boolean): CallRecord | null {
  const outcome = callOutcome(code);
  return outcome !== null && !mine && MISSED.has(outcome) ? 'missed' : outcome;
}

/** What the record of a call says of it, in chat and list. */
export interface CallLine {
  readonly code: number;
  readonly video: boolean;
  readonly talkSec: number;
}

/** From `extends` of a record, which another server or client may have written. */
export function callLine(extra: Readonly<Record<string, unknown>> | null): CallLine {
  const amount = (name: string): number => {
    const value = Number(extra?.[name]);
    return Number.isFinite(value) ? value : 0;
  };
  return { code: amount('code'), video: amount('type') === 1, talkSec: amount('callTime') };
}

/** What the record of a call says; null for a call that is not over, and for codes that nobody knows. */
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
