import type { RequestOrigin, LoginSession } from '../kernel/request.ts';
import type { Core } from '../kernel/core.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import type { RateCounter } from '../kernel/rate.ts';
import type { Tries } from './auth/tries.ts';
import type { Signalling } from './calls/calls.ts';
import type { Marks } from './marks/marks.ts';
import type { ReactionGathering } from './messages/react.ts';
import type { VoteGathering } from './messages/vote.ts';
import type { Previews } from './previews/previews.ts';
import type { Quotas } from './quotas/quotas.ts';

/** Dependencies of every service beside its validated body. */
export interface Context {
  readonly core: Core;
  readonly marks: Marks;
  readonly signalling: Signalling;
  readonly rates: RateCounter;
  readonly tries: Tries;
  readonly quotas: Quotas;
  readonly reactions: ReactionGathering;
  readonly votes: VoteGathering;
  readonly previews: Pick<Previews, 'want'>;
  readonly peer: RequestOrigin;
  readonly language: TextLanguage;
  /** `https://host` for addresses that people pass on: `PUBLIC_URL`, else as the request named it. */
  readonly origin: string;
  /** The socket named by the calling device; trusted only if it belongs to the same user. */
  readonly client?: string | null;
  /** The client shows the mark of ours; without it the base protocol decides what a call means. */
  readonly isOurs: boolean;
  /** The raw cookie; `auth/device.ts` interprets it. */
  readonly cookie?: string | null;
  readonly session: LoginSession | null;
}

export interface SignedIn extends Context {
  readonly session: LoginSession;
}
