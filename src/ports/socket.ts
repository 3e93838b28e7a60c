/**
 * A client's end of one websocket. Made open-once, close-once: an orphaned one never speaks again (SOCK-10).
 */
export interface SocketHandlers {
  opened(): void;
  frame(text: string): void;
  /**
   * `opened` tells an open failure from a close; `blocked` that a proxy passes no websockets. Called exactly
   * once, unless `close` was called first.
   */
  closed(how: { opened: boolean; code: number; reason: string; blocked?: boolean }): void;
}

export interface SocketHandle {
  send(text: string): void;
  /** Closes and silences: no handler runs after this. */
  close(): void;
}

export interface SocketPort {
  open(url: string, handlers: SocketHandlers): SocketHandle;
}
