import type { SocketHandlers, SocketPort } from '../ports/socket.ts';

/** A WebSocket of the platform, or of a package such as `ws`. */
export type WebSocketMaker = new (url: string) => WebSocket;

/** After `close` it reports and sends nothing (SOCK-10). */
export const socketPort = (Maker: WebSocketMaker): SocketPort => ({
  open: (url, handlers) => openSocket(new Maker(url), handlers),
});

function openSocket(socket: WebSocket, handlers: SocketHandlers) {
  let [isLive, opened] = [true, false];
  const end = (code: number, reason: string) => {
    if (!isLive) return;
    isLive = false;
    handlers.closed({ opened, code, reason });
  };
  socket.addEventListener('open', () => {
    if (!isLive) return;
    opened = true;
    handlers.opened();
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isLive && typeof data === 'string') handlers.frame(data);
  });
  // An error is followed by `close`.
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('close', ({ code, reason }) => end(code, reason));
  return {
    send: (text: string) => {
      if (isLive && socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => {
      isLive = false;
      socket.close();
    },
  };
}

/** Node 20 has none of its own: the package `ws` then. */
export async function platformWebSocket(): Promise<WebSocketMaker> {
  const own: unknown = globalThis.WebSocket;
  return (own ?? (await import('ws')).WebSocket) as WebSocketMaker;
}
