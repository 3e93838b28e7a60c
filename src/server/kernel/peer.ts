import type { RequestOrigin } from './request.ts';

/** Headers that proxies add; clients can forge them. */
const PROXY = ['x-forwarded-for', 'x-real-ip', 'forwarded'] as const;

export const cameByProxy = (header: (name: string) => string | null | undefined): boolean =>
  PROXY.some((name) => (header(name) ?? null) !== null);

/** The part of a header added by the trusted proxy: earlier parts are the client's claim. */
export const lastHeaderPart = (header: string | null | undefined): string | undefined =>
  header?.split(',').at(-1)?.trim() || undefined;

/** `header`: by lower-case name. */
export function peerOf(
  header: (name: string) => string | null,
  remoteAddress: string,
  trustProxy: boolean,
): RequestOrigin {
  const userAgent = header('user-agent') ?? '';
  if (!trustProxy)
    return {
      isUntrustedProxy: cameByProxy(header),
      address: remoteAddress,
      userAgent,
    };
  const host = lastHeaderPart(header('x-forwarded-host'));
  const forwarded = lastHeaderPart(header('x-forwarded-for'));
  const address = forwarded ?? remoteAddress;
  const direct = { isUntrustedProxy: false, isUnforwarded: forwarded === undefined, address, userAgent };
  if (!host) return direct;
  const scheme = lastHeaderPart(header('x-forwarded-proto')) === 'http' ? 'http' : 'https';
  return { ...direct, origin: `${scheme}://${host}` };
}
