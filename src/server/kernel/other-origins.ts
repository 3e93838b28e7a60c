/** Headers that clients of the contract send, and what scripts of pages add by themselves. */
const HEADERS = 'Content-Type, Authorization, clientId, cid, accept-language, sessionId, X-Requested-With';
const METHODS = 'GET, HEAD, POST, OPTIONS';
const KEPT_SEC = 86_400;

/** Whether pages of this origin may call: they are named one by one, or all are (WIRE-18). */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.includes('*') || allowed.includes(origin.toLowerCase());

/**
 * The answer to what a browser asks before a page of another origin may call; null when nothing is asked, or
 * nobody may.
 */
export function preflight(request: Request, allowed: readonly string[]): Response | null {
  const origin = request.headers.get('origin');
  if (request.method !== 'OPTIONS' || origin === null || !isAllowed(origin, allowed)) return null;
  const headers = {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': HEADERS,
    'access-control-max-age': String(KEPT_SEC),
  };
  return new Response(null, { status: 204, headers });
}

/** An answer that pages of allowed origins may read; pictures are asked for without saying by whom. */
export function withOriginHeaders(
  response: Response,
  request: Request,
  allowed: readonly string[],
): Response {
  if (allowed.length === 0) return response;
  const origin = request.headers.get('origin');
  response.headers.append('vary', 'Origin');
  if (response.headers.has('cross-origin-resource-policy'))
    response.headers.set('cross-origin-resource-policy', 'cross-origin');
  // A token travels in a header of its own: cookies are nothing here, and are not asked for.
  if (origin !== null && isAllowed(origin, allowed))
    response.headers.set('access-control-allow-origin', origin);
  return response;
}
