import type { UserId } from '../../domain/ids.ts';
import { code, ERASED } from '../../wire/envelope.ts';
import type { AccessTokenRow, ReadTx, TokenAccess, TokenRow } from '../../ports/store.ts';
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
  /** A personal access token, which permits only this (BOT-5); absent for a login. */
  readonly access?: TokenAccess;
  /** The login of a guest, which permits only the calls of one table (GUEST-4). */
  readonly isGuest?: true;
}

const PREFIX = /^bearer\s+/i;
/** 32 random bytes as text; anything else is not worth a look into the store. */
const SHAPE = /^[0-9a-f]{64}$/i;
/** Scanners of secrets recognise personal access tokens by this prefix. */
export const ACCESS_PREFIX = 'parley_';
const ACCESS_SHAPE = /^parley_[0-9a-f]{64}$/i;

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

const accessOf = ({ user, hash, access, expiresAtMs }: AccessTokenRow): LiveLogin => ({
  user,
  token: hash,
  isMobile: false,
  expiresAtMs,
  access,
});

/** A login or a personal access token by its digest, as a socket is bound with it. */
export async function liveLogin(tx: ReadTx, hash: string, nowMs: number): Promise<LiveLogin | null> {
  const row = await tx.tokens.byHash(hash, nowMs);
  if (row) return loginOf(row);
  const token = await tx.accessTokens.byHash(hash, nowMs);
  return token && accessOf(token);
}

/** A socket receives every chat of its user, so a token for chosen chats has none (BOT-5). */
export const mayBind = ({ access }: LiveLogin): boolean => (access?.chats ?? null) === null;

/** Stands for the provider in the login of a guest; providers have no such name. */
export const GUEST_LOGIN = 'guest:';

const loginOf = (row: TokenRow): LiveLogin => ({
  user: row.user,
  token: row.hash,
  isMobile: row.isMobile,
  expiresAtMs: row.expiresAtMs,
  ...(row.elsewhere.provider === GUEST_LOGIN && { isGuest: true }),
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
  if (ACCESS_SHAPE.test(bare)) {
    const digest = core.passwords.digest(bare.toLowerCase());
    const row = await core.store.read((tx) => tx.accessTokens.byHash(digest, core.clock.nowMs()));
    return row && accessOf(row);
  }
  if (!SHAPE.test(bare)) return null;
  return loginWith(core, core.passwords.digest(bare.toLowerCase()));
}

/** The error for an ended login: devices of an erased account delete its data (DATA-10). */
export async function endedLogin(core: Pick<Core, 'store' | 'passwords'>, token: string): Promise<Refusal> {
  const bare = bareToken(token);
  if (ACCESS_SHAPE.test(bare)) return new Refusal('tokenDead', { code: code.session });
  const hash = core.passwords.digest(bare.toLowerCase());
  const isErased = SHAPE.test(bare) && (await core.store.read((tx) => tx.erasing.wasErased(hash)));
  return isErased
    ? new Refusal('accountErased', { code: code.session, detail: ERASED })
    : new Refusal('sessionEnded', { code: code.session });
}
