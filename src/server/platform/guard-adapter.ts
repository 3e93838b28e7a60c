import { lookup as lookUpName } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Resolves a name to all its addresses. */
export type AskName = (
  host: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardSettings {
  /** For tests, and hosts that the operator names: also allows plain HTTP, any port, and this machine. */
  readonly allowPrivate: boolean;
  /** Public addresses may use any port: hooks do, pages and push services do not. */
  readonly anyPort?: boolean;
  /** Decides whether an address may be contacted, and resolves names; others only in tests. */
  readonly mayAsk?: (address: string) => boolean;
  readonly askName?: AskName;
}

/** Checks every request to an address provided by a user (PUSH-1, PREVIEW-3). */
export interface Guard {
  /**
   * The address, if it is allowed as far as that is visible without resolving its name: one of these
   * protocols, at its default port. Otherwise null.
   */
  addressed(address: string, protocols: readonly string[]): URL | null;
  /** Connects to exactly the checked addresses: a changed DNS answer has no effect. */
  readonly lookup: LookupFunction;
}

export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export function createGuard({
  allowPrivate,
  anyPort = allowPrivate,
  mayAsk = (address) => allowPrivate || isPublicAddress(address),
  askName = lookUpName,
}: GuardSettings): Guard {
  const lookup: LookupFunction = (host, options, callback) => {
    askName(host, { ...options, all: true }, (error, addresses) => {
      const [one] = addresses ?? [];
      if (error || one === undefined) return callback(error ?? new Error('no address'), '', 4);
      if (!addresses.every(({ address }) => mayAsk(address)))
        return callback(new Error('a private address'), '', 4);
      return options.all === true ? callback(null, [...addresses]) : callback(null, one.address, one.family);
    });
  };
  return {
    lookup,
    addressed: (address, protocols) => {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || url.username !== '' || url.password !== '') return null;
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
      // The default port is omitted.
      if (!allowPrivate && !protocols.includes(url.protocol)) return null;
      if (!anyPort && url.port !== '') return null;
      const bare = bareHost(url);
      return isIP(bare) === 0 || mayAsk(bare) ? url : null;
    },
  };
}
