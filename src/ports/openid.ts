/** A provider of logins, as the operator has named it. */
export interface OpenIdProvider {
  readonly id: string;
  readonly name: string;
  /** Whoever comes by it for the first time gets an account. */
  readonly isOpen: boolean;
}

/** One trip to a provider: what it is asked with, and what its answer is checked against. */
export interface OpenIdTrip {
  readonly provider: string;
  /** The address of ours that it answers to. */
  readonly redirect: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who somebody is, by a provider whose signature was right. */
export interface OpenIdPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In small letters; empty unless the provider has verified it. */
  readonly email: string;
  readonly name: string;
}

/** Why there is nobody: they said no, the answer cannot be trusted, or the provider does not answer. */
export type OpenIdProblem = 'denied' | 'wrong' | 'away';

/** OpenID Connect, as this server uses it: the code flow, with PKCE, to providers that its operator named. */
export interface OpenIds {
  readonly providers: readonly OpenIdProvider[];
  /** Where the browser goes; null: the provider does not answer. */
  begin(trip: OpenIdTrip): Promise<string | null>;
  /** `answer`: the query that the browser came back with, which anybody may have written. */
  finish(trip: OpenIdTrip, answer: string): Promise<OpenIdPerson | OpenIdProblem>;
}
