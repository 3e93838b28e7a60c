/** Headers that contract clients send, and those that browsers add to a page's requests. */
const HEADERS = 'Content-Type, Authorization, clientId, cid, accept-language, sessionId, X-Requested-With';
const METHODS = 'GET, HEAD, POST, OPTIONS';
const KEPT_SEC = 86_400;

/** Returns true if pages of this origin may call: listed origins, or all (WIRE-18). */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.includes('*') || allowed.includes(origin.toLowerCase());

/**
 * Content that pages of allowed origins may read: calls, pictures and files. The console, the inspector,
 * metrics and user archives are for the server's own pages (WIRE-18).
 */
const SHARED = /^\/(?:common|enterprise|files(?!\/+own\b)|pictures|avatar|static|icons)\//i;

const isShared = (request: Request): boolean => SHARED.test(decoded(new URL(request.url).pathname));

/** A path that cannot be read leads nowhere. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/**
 * Returns true if a page of another site asks, by either header of its browser. Programs send neither. Both
 * schemes of the host count as own: TLS may end before this server.
 */
export function isFromElsewhere(request: Request, own: readonly (string | null | undefined)[]): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (origin === null || own.includes(origin)) return false;
  const { host } = new URL(request.url);
  return origin !== `http://${host}` && origin !== `https://${host}`;
}

/** The inspector reads everything that the app of this origin holds. */
export const isInspector = (path: string): boolean =>
  /(?:^|[/\\])(?:inspect|replay)\.html$/i.test(decoded(path));

/** The answer to a preflight of another origin; null if it is not one, or the origin is not allowed. */
export function preflight(request: Request, allowed: readonly string[]): Response | null {
  const origin = request.headers.get('origin');
  if (request.method !== 'OPTIONS' || origin === null || !isShared(request)) return null;
  if (!isAllowed(origin, allowed)) return null;
  const headers = {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': HEADERS,
    'access-control-max-age': String(KEPT_SEC),
  };
  return new Response(null, { status: 204, headers });
}

/** An answer that pages of allowed origins may read; pictures are requested without credentials. */
export function withOriginHeaders(
  response: Response,
  request: Request,
  allowed: readonly string[],
): Response {
  if (allowed.length === 0 || !isShared(request)) return response;
  const origin = request.headers.get('origin');
  response.headers.append('vary', 'Origin');
  if (response.headers.has('cross-origin-resource-policy'))
    response.headers.set('cross-origin-resource-policy', 'cross-origin');
  // The token has its own header: cookies are unused, so credentials stay off.
  if (origin !== null && isAllowed(origin, allowed))
    response.headers.set('access-control-allow-origin', origin);
  return response;
}
