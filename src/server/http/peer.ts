import type { Peer } from '../services/context.ts';

/** What proxies add; also anybody else can. */
const PROXY = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;

/** Behind a trusted proxy the last address it added counts: earlier ones are what the visitor claims. */
export function peerOf(headers: Headers, remoteAddress: string, trustProxy: boolean): Peer {
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const host = trustProxy ? headers.get('x-forwarded-host') : null;
  const origin = host ? { origin: `${headers.get('x-forwarded-proto') === 'http' ? 'http' : 'https'}://${host}` } : {};
  const isUntrustedProxy = !trustProxy && PROXY.some((name) => headers.has(name));
  return { isUntrustedProxy, address: forwarded || remoteAddress, userAgent: headers.get('user-agent') ?? '', ...origin };
}
