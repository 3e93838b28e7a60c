/** A provider of logins, as the operator has named it. */
export interface OpenIdProvider {
  readonly id: string;
  readonly name: string;
  /** A user without an account gets one on the first login. */
  readonly isOpen: boolean;
}

/** One login at a provider: its request, and the values that the answer is checked against. */
export interface OpenIdTrip {
  readonly provider: string;
  /** The address of ours that it answers to. */
  readonly redirect: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A user's identity, from a provider whose signature was valid. */
export interface OpenIdPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; empty unless the provider has verified it. */
  readonly email: string;
  readonly name: string;
  /** The provider's session id; empty if it has none. */
  readonly session: string;
}

/** A login that has ended at a provider, with the fields to find its sessions here. */
export interface OpenIdEnd {
  readonly issuer: string;
  /** Empty: only the session identifies the user. */
  readonly subject: string;
  /** Empty: all of the person. */
  readonly session: string;
  /** No two notes have the same. */
  readonly once: string;
}

/**
 * The reason of a failed login: the user cancelled, the answer is not trustworthy, or the provider does not
 * answer.
 */
export type OpenIdProblem = 'denied' | 'wrong' | 'away';

/** OpenID Connect, as this server uses it: the code flow, with PKCE, to providers that its operator named. */
export interface OpenIds {
  readonly providers: readonly OpenIdProvider[];
  /** Providers whose last request had no answer, one line each. */
  faults(): readonly string[];
  /** Asks each provider for its metadata; never rejects. Absent: they need no request. */
  readonly look?: () => Promise<void>;
  /** Address for the browser; null: the provider does not answer. */
  begin(trip: OpenIdTrip): Promise<string | null>;
  /** `answer`: the query of the browser's return, which is untrusted. */
  finish(trip: OpenIdTrip, answer: string): Promise<OpenIdPerson | OpenIdProblem>;
  /** `note`: a provider's log-out message. It is unauthenticated input until its signature is checked. */
  ended(provider: string, note: string): Promise<OpenIdEnd | OpenIdProblem>;
}
