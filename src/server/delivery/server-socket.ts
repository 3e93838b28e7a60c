/**
 * A connected socket as the gateway sees it, whatever carries it. Frames that come in are given to its
 * `Session`.
 */
export interface ServerSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Asks the far end of the transport for a sign of life, where it gives one by itself. */
  ping?(): void;
  /** Bytes handed to `send` that the network has not taken yet. */
  bufferedBytes(): number;
  readonly remoteAddress: string;
}

/** Why the server closes a socket. */
export const closing = {
  badToken: [4001, 'token refused'],
  loginEnded: [4001, 'login ended'],
  disabled: [4001, 'account disabled'],
  slowReader: [4002, 'too slow'],
  tooManyFrames: [4003, 'too many frames'],
  silent: [4004, 'silent'],
  tooManySockets: [4005, 'too many sockets from this address'],
  replaced: [4006, 'too many sockets of this person'],
  failed: [1011, 'not available now'],
  leaving: [1001, 'server stops'],
  renewed: [1012, 'load anew'],
  elsewhere: [1013, 'connect to another node'],
} as const satisfies Record<string, readonly [number, string]>;

export type Closing = keyof typeof closing;
