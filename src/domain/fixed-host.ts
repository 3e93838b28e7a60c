/** The server's addresses; `false` if the built-in host was altered. */
export interface Addresses {
  readonly base: string | false;
  readonly socket: string | false;
}

const ROUNDS = 64;

/**
 * A short hash of a host (FNV-1a, two seeds, several rounds). It detects a host that was changed in a copy of
 * the app; it is neither a secret nor a signature.
 */
export function hostPrint(host: string): string {
  const half = (seed: number): string => {
    let hash = seed;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const character of host)
        hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0) ^ round, 0x01000193) >>> 0;
    }
    return hash.toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x9e3779b9);
}

/**
 * The base address and the socket's, both from one host; both `false` when it is not the one with this print
 * (PHONE-6).
 */
export function addressesOf(host: string, print: string): Addresses {
  if (hostPrint(host) !== print || !/^https?:\/\/[^/\s]+$/.test(host)) return { base: false, socket: false };
  return { base: host, socket: `${host.replace(/^http/, 'ws')}/wss` };
}
