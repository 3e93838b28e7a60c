/** A call step that a node sent to a socket. */
export interface ToldCall {
  readonly socket: number;
  readonly to: number;
  /** A client of ours. */
  readonly ours: boolean;
  readonly id: string;
  readonly by: number;
  /** The other side, as the frame names it. */
  readonly contact: string;
  readonly words: string;
  /** Its number in the call; null: it has none. */
  readonly no: number | null;
  readonly event: string;
  readonly code: number;
  readonly kind: number;
  readonly lengthSec: number | '';
  readonly sdp: string;
  readonly candidate: string;
  readonly path: number | null;
  readonly isMobile: number;
  /** Only in the answer to a bind. */
  readonly kept: boolean;
  readonly atMs: number;
  /** Commands that had run by then. */
  readonly at: number;
}

type Told = Pick<ToldCall, 'socket' | 'to' | 'ours' | 'atMs' | 'at'>;

/** The frame of a call, or those in the answer to a bind. */
export function callsIn(text: string, told: Told): readonly ToldCall[] {
  if (text.startsWith('{"type":"webrtc"')) return [callIn(JSON.parse(text) as CallFrame, told, false)];
  if (!text.startsWith('{"type":"pong"') || !text.includes('"calls":[{')) return [];
  const { calls } = JSON.parse(text) as {
    readonly calls: readonly { readonly frames: readonly CallFrame[] }[];
  };
  return calls.flatMap(({ frames }) => frames.map((frame) => callIn(frame, told, true)));
}

interface CallFrame {
  readonly data: {
    readonly id: string;
    readonly from_user: number;
    readonly toContactId: unknown;
    readonly content: string;
    readonly no?: number;
    readonly extends: {
      readonly event: string;
      readonly code: number;
      readonly type: number;
      readonly callTime: number | '';
      readonly sdp: string;
      readonly iceCandidate: string;
      readonly isMobile: number;
      readonly path?: number;
    };
  };
}

function callIn({ data }: CallFrame, told: Told, kept: boolean): ToldCall {
  const { event, code, type, callTime, sdp, iceCandidate, isMobile, path } = data.extends;
  return {
    ...told,
    id: data.id,
    by: data.from_user,
    contact: String(data.toContactId),
    words: data.content,
    no: data.no ?? null,
    event,
    code,
    kind: type,
    lengthSec: callTime,
    sdp,
    candidate: iceCandidate,
    path: path ?? null,
    isMobile,
    kept,
  };
}
