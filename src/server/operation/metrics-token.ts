import type { Passwords } from '../../ports/passwords.ts';
import type { Store } from '../../ports/store.ts';

export interface MetricsToken {
  /** Digest of the token a request must send in `authorization`. */
  readonly digest: string;
  /** Shown once to the operator who started the server; null if it existed before, or was set. */
  readonly newToken: string | null;
}

/**
 * The configured one, otherwise a generated one, of which only the digest is stored: equal for all nodes of a
 * database (OPS-3).
 */
export async function metricsToken(
  set: string | null,
  {
    store,
    fresh,
    passwords,
  }: {
    readonly store: Store;
    /** The token if none exists; a repeated attempt gives the same one, so that it can still be shown. */
    readonly fresh: string;
    readonly passwords: Passwords;
  },
): Promise<MetricsToken> {
  const digestOf = (token: string) => passwords.digest(`Bearer ${token}`);
  if (set !== null) return { digest: digestOf(set), newToken: null };
  const digest = await store.write((tx) => tx.meta.keepSecret(digestOf(fresh), 'metrics'));
  return { digest, newToken: digest === digestOf(fresh) ? fresh : null };
}
