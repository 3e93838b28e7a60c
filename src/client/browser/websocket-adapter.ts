import { networkLimits } from '../../domain/first-limits.ts';
import type { SocketHandle, SocketHandlers, SocketPort } from '../../ports/socket.ts';

/**
 * A browser's websocket. After `close` it reports and sends nothing, whatever events the browser still fires
 * (SOCK-10).
 */
export const websocketPort: SocketPort = { open };

function open(url: string, handlers: SocketHandlers): SocketHandle {
  let live: WebSocket | null = null;
  let opened = false;
  const end = async (code: number, reason: string) => {
    if (live === null) return;
    const blocked = !opened && (await isBlocked(url));
    // This side closed the socket since: later events are ignored.
    if (live === null) return;
    live = null;
    handlers.closed({ opened, code, reason, ...(blocked && { blocked }) });
  };
  try {
    live = new WebSocket(url);
  } catch {
    // An invalid address is reported like any failure, but only after the caller has the handle.
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
  socket.addEventListener('close', (event) => void end(event.code, event.reason));
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

/** The server answers a socket's address with this when it is asked without an upgrade (OPS-17). */
const UPGRADE_REQUIRED = 426;

async function isBlocked(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(networkLimits.requestTimeoutMs);
    const { status } = await fetch(url.replace(/^ws/, 'http'), { signal, cache: 'no-store' });
    return status === UPGRADE_REQUIRED;
  } catch {
    return false;
  }
}
