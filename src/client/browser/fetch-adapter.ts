import type { HttpOutcome, HttpPort, HttpRequest } from '../../ports/http.ts';

/**
 * The contract's requests by `fetch`; every outcome is a value. `base` is the address without a slash at its
 * end.
 */
export function createFetchHttp(base: string): HttpPort {
  return {
    send: async (request) => {
      // Undefined outside of a page: then the device counts as online.
      const onLine: unknown = globalThis.navigator?.onLine;
      if (onLine === false) return { kind: 'offline' };
      const fetchRequest = build(base, request);
      return fetchRequest ? perform(fetchRequest, request.timeoutMs) : { kind: 'setup' };
    },
  };
}

/** Returns null if the request cannot be built: a bad address or an invalid header. */
function build(base: string, request: HttpRequest): Request | null {
  try {
    return new Request(`${base}${request.path}`, {
      method: request.method,
      headers: { ...request.headers },
      body: request.body,
      // The cookie by which the server knows this device again, and leave to clear what the browser keeps
      // (LIMIT-12, SESS-7).
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: request.keepalive ?? false,
    });
  } catch {
    return null;
  }
}

async function perform(request: Request, timeoutMs: number): Promise<HttpOutcome> {
  const abort = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abort.abort();
  }, timeoutMs);
  try {
    const response = await fetch(request, { signal: abort.signal });
    // The timeout includes the body: an answer that never ends counts as a failure.
    return { kind: 'answer', status: response.status, text: await response.text() };
  } catch {
    return { kind: late ? 'timeout' : 'broken' };
  } finally {
    clearTimeout(timer);
  }
}
