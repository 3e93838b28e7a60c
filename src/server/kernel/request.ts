import type { UserId } from '../../domain/ids.ts';
import type { Reason } from './texts.ts';

/** Where a request came from, as the host of the server saw it. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** Headers of a proxy came, and nobody said that there is one to trust. */
  readonly isUntrustedProxy?: boolean;
  /** Where people reach this server, when a proxy says so. */
  readonly origin?: string;
}

/** Who asks: the owner of a live token. `token` is its digest, the token itself is nowhere kept (ACC-6). */
export interface LoginSession {
  readonly user: UserId;
  readonly token: string;
  readonly isMobile: boolean;
  /** As it was before; the command asks whether it still is. */
  readonly remembered?: true;
}

/** Success; everything is optional because most calls answer nothing but code 0. */
export interface EndpointAnswer {
  readonly data?: unknown;
  readonly count?: number;
  readonly page?: number;
  readonly msg?: Reason;
  /** Fields of ours in the envelope itself. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Headers of the HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>;
}
