import type { UserId } from '../../domain/ids.ts';
import type { TokenAccess } from '../../ports/store.ts';
import type { Reason } from './texts.ts';

/** Source of a request, as the server's host sees it. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** Proxy headers arrived, although no trusted proxy is configured. */
  readonly isUntrustedProxy?: boolean;
  /** A proxy is trusted, and the client's address is missing: `address` is that of the proxy. */
  readonly isUnforwarded?: boolean;
  /** The public origin, if a proxy reports it. */
  readonly origin?: string;
}

/**
 * The caller: the owner of a valid token. `token` is its digest; the token itself is never stored (ACC-6).
 */
export interface LoginSession {
  readonly user: UserId;
  readonly token: string;
  readonly isMobile: boolean;
  /** Cached; the command verifies it again. */
  readonly remembered?: true;
  /** A personal access token, which permits only this (BOT-5). */
  readonly access?: TokenAccess;
  /** A guest (GUEST-4). */
  readonly isGuest?: true;
}

/** Success; all fields are optional because most calls return only code 0. */
export interface EndpointAnswer {
  readonly data?: unknown;
  readonly count?: number;
  readonly page?: number;
  readonly msg?: Reason;
  /** Fields of ours in the envelope itself. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Characters whose marks or addresses were read for it: they count for the user (LIMIT-9). */
  readonly characters?: number;
  /** Headers of the HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>;
}
