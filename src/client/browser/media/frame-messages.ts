import type { MediaKey } from './media-key.ts';

/** Messages of the page to the worker that encrypts its frames. */
export type ToFrameWorker =
  /** Own frames are encrypted with this key from now on. */
  | { readonly type: 'use'; readonly key: MediaKey }
  | { readonly type: 'accept'; readonly device: string; readonly key: MediaKey }
  | { readonly type: 'forget'; readonly device: string }
  | { readonly type: 'plain'; readonly device: string; readonly isPlain: boolean }
  | ({ readonly type: 'stream' } & FrameStream & {
        readonly readable: ReadableStream;
        readonly writable: WritableStream;
      });

/** Frames of one sender or receiver. */
export interface FrameStream {
  readonly direction: 'send' | 'receive';
  /** The only receiver, or the sender; empty: a server forwards the frames. */
  readonly device: string;
}

/** Frames of that device arrived whose key is missing. */
export interface FromFrameWorker {
  readonly device: string;
}

/** Counted by the worker since its start; `ms` is the time in the cipher. */
export interface FrameFigures {
  sealed: number;
  opened: number;
  dropped: number;
  plain: number;
  ms: number;
}
