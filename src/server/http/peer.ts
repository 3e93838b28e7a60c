import type { Peer } from '../services/context.ts';

/** What proxies add; also anybody else can. */
const PROXY = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;

/** What the trusted proxy itself has added to a header: what stands before it is what the visitor claims. */
export const lastOf = (header: string | null | undefined): string | undefined => header?.split(',').at(-1)?.trim() || undefined;

export function peerOf(headers: Headers, remoteAddress: string, trustProxy: boolean): Peer {
  const named = (name: string) => (trustProxy ? lastOf(headers.get(name)) : undefined);
  const host = named('x-forwarded-host');
  const origin = host ? { origin: `${named('x-forwarded-proto') === 'http' ? 'http' : 'https'}://${host}` } : {};
  const isUntrustedProxy = !trustProxy && PROXY.some((name) => headers.has(name));
  return { isUntrustedProxy, address: named('x-forwarded-for') ?? remoteAddress, userAgent: headers.get('user-agent') ?? '', ...origin };
}
