import type { SocketHandle, SocketHandlers, SocketPort } from '../../ports/socket.ts';

/**
 * A browser's websocket; after `close` it hears and says nothing, whatever the browser still reports
 * (SOCK-10).
 */
export const websocketPort: SocketPort = { open };

function open(url: string, handlers: SocketHandlers): SocketHandle {
  let live: WebSocket | null = null;
  let opened = false;
  const end = (code: number, reason: string) => {
    if (live === null) return;
    live = null;
    handlers.closed({ opened, code, reason });
  };
  try {
    live = new WebSocket(url);
  } catch {
    // An address that is none: told like any failure, and never before the caller has the handle.
    queueMicrotask(() => handlers.closed({ opened: false, code: 1006, reason: 'address' }));
    return { send: () => undefined, close: () => undefined };
  }
  const socket = live;
  socket.addEventListener('open', () => {
    if (live === null) return;
    opened = true;
    handlers.opened();
  });
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (live !== null && typeof event.data === 'string') handlers.frame(event.data);
  });
  socket.addEventListener('close', (event) => end(event.code, event.reason));
  return {
    send: (text) => {
      if (live?.readyState === WebSocket.OPEN) live.send(text);
    },
    close: () => {
      if (live === null) return;
      live = null;
      socket.close();
    },
  };
}
