import type { UserId } from '../../domain/ids.ts';
import type { Core } from '../core.ts';
import type { TextLanguage, Reason } from '../http/texts.ts';
import type { RateCounter } from '../http/rate.ts';
import type { Tries } from './auth/tries.ts';
import type { Signalling } from './calls/calls.ts';
import type { Marks } from './marks/marks.ts';
import type { Quotas } from './quotas/quotas.ts';

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
}

/** What every service gets beside its checked body. */
export interface Context {
  readonly core: Core;
  readonly marks: Marks;
  readonly signalling: Signalling;
  readonly rates: RateCounter;
  readonly tries: Tries;
  readonly quotas: Quotas;
  readonly peer: RequestOrigin;
  readonly language: TextLanguage;
  /** `https://host` for addresses that people pass on: `PUBLIC_URL`, else as the request named it. */
  readonly origin: string;
  /** The socket that the asking device says is its own; to be believed only when it is one of that person. */
  readonly client?: string | null;
  /** As it came; what it says is for `auth/device.ts`. */
  readonly cookie?: string | null;
  readonly session: LoginSession | null;
}

export interface SignedIn extends Context {
  readonly session: LoginSession;
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
