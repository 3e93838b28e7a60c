import type { UserId } from '../../domain/ids.ts';
import type { Core } from './core.ts';

export interface BoundLogin {
  readonly user: UserId;
  readonly token: string;
  readonly isMobile: boolean;
}

export interface LiveLogin extends BoundLogin {
  /** When the token ends by itself (GATE-7). */
  readonly expiresAtMs: number;
}

const PREFIX = /^bearer\s+/i;
/** 32 random bytes as text; anything else is not worth a look into the store. */
const SHAPE = /^[0-9a-f]{64}$/i;

/** The bare token: clients store it whole, with its prefix, and some send it without (ACC-4). */
export const bareToken = (given: string): string => given.trim().replace(PREFIX, '');

/** Who a token belongs to, or null when it is missing, wrong, expired or revoked. */
export async function sessionOf(
  core: Pick<Core, 'store' | 'clock' | 'passwords'>,
  given: string | null,
): Promise<LiveLogin | null> {
  const bare = bareToken(given ?? '');
  if (!SHAPE.test(bare)) return null;
  const hash = core.passwords.digest(bare.toLowerCase());
  const now = core.clock.nowMs();
  const row = core.store.login
    ? await core.store.login(hash)
    : await core.store.read((tx) => tx.tokens.byHash(hash, now));
  return row && row.expiresAtMs > now
    ? { user: row.user, token: row.hash, isMobile: row.isMobile, expiresAtMs: row.expiresAtMs }
    : null;
}
