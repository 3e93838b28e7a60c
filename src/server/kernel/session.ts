import type { UserId } from '../../domain/ids.ts';
import { code, ERASED } from '../../wire/envelope.ts';
import type { TokenRow } from '../../ports/store.ts';
import type { Core } from './core.ts';
import { Refusal } from './refusal.ts';

export interface BoundLogin {
  readonly user: UserId;
  readonly token: string;
  readonly isMobile: boolean;
}

export interface LiveLogin extends BoundLogin {
  /** Expiry of the token (GATE-7). */
  readonly expiresAtMs: number;
}

const PREFIX = /^bearer\s+/i;
/** 32 random bytes as text; anything else is not worth a look into the store. */
const SHAPE = /^[0-9a-f]{64}$/i;

/** The bare token: clients store it whole, with its prefix, and some send it without (ACC-4). */
export const bareToken = (token: string): string => token.trim().replace(PREFIX, '');

/**
 * The same without a query, if the store remembers the session; null: it must be read. The caller checks
 * again in its deciding transaction (COMMIT-12).
 */
export function sessionBefore(
  core: Pick<Core, 'store' | 'clock' | 'passwords'>,
  token: string | null,
): LiveLogin | null {
  const bare = bareToken(token ?? '');
  if (!core.store.loginBefore || !SHAPE.test(bare)) return null;
  const row = core.store.loginBefore(core.passwords.digest(bare.toLowerCase()));
  return row && row.expiresAtMs > core.clock.nowMs() ? loginOf(row) : null;
}

const loginOf = (row: TokenRow): LiveLogin => ({
  user: row.user,
  token: row.hash,
  isMobile: row.isMobile,
  expiresAtMs: row.expiresAtMs,
});

/** Returns true if the login that this key ends is live (SESS-6). */
export async function isLiveKey(core: Pick<Core, 'store' | 'clock'>, key: string): Promise<boolean> {
  return SHAPE.test(key) && (await loginWith(core, key)) !== null;
}

async function loginWith(
  { store, clock }: Pick<Core, 'store' | 'clock'>,
  hash: string,
): Promise<LiveLogin | null> {
  const now = clock.nowMs();
  const row = store.login ? await store.login(hash) : await store.read((tx) => tx.tokens.byHash(hash, now));
  return row && row.expiresAtMs > now ? loginOf(row) : null;
}

/** Owner of a token, or null if it is missing, wrong, expired or revoked. */
export async function sessionOf(
  core: Pick<Core, 'store' | 'clock' | 'passwords'>,
  token: string | null,
): Promise<LiveLogin | null> {
  const bare = bareToken(token ?? '');
  if (!SHAPE.test(bare)) return null;
  return loginWith(core, core.passwords.digest(bare.toLowerCase()));
}

/** The error for an ended login: devices of an erased account delete its data (DATA-10). */
export async function endedLogin(core: Pick<Core, 'store' | 'passwords'>, token: string): Promise<Refusal> {
  const bare = bareToken(token);
  const hash = core.passwords.digest(bare.toLowerCase());
  const isErased = SHAPE.test(bare) && (await core.store.read((tx) => tx.erasing.wasErased(hash)));
  return isErased
    ? new Refusal('accountErased', { code: code.session, detail: ERASED })
    : new Refusal('sessionEnded', { code: code.session });
}
