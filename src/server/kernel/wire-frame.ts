import type { StreamId } from '../../domain/ids.ts';

/** A frame sent by a socket or a `sync` answer. Events have a place; registers have none (STREAM-2). */
export interface WireFrame {
  readonly type: string;
  /** Unix seconds. */
  readonly time: number;
  readonly data: unknown;
  readonly stream?: StreamId;
  readonly seq?: number;
  /** Only for plain clients; ours ignores it (STREAM-6). */
  readonly derived?: 1;
  /** Only for clients of ours: the contract has no such frame. */
  readonly ours?: 1;
}

/** Type and data of a frame; place and time are added by `frame`. */
export interface FrameBody {
  readonly type: string;
  readonly data: unknown;
}
