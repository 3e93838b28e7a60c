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
  /** Of their login at the provider; empty where it does not number them. */
  readonly session: string;
}

/** A login that has ended at a provider, and all that came of it here. */
export interface OpenIdEnd {
  readonly issuer: string;
  /** Empty: the session alone says whose it was. */
  readonly subject: string;
  /** Empty: all of the person. */
  readonly session: string;
  /** No two notes have the same. */
  readonly once: string;
}

/** Why there is nobody: they said no, the answer cannot be trusted, or the provider does not answer. */
export type OpenIdProblem = 'denied' | 'wrong' | 'away';

/** OpenID Connect, as this server uses it: the code flow, with PKCE, to providers that its operator named. */
export interface OpenIds {
  readonly providers: readonly OpenIdProvider[];
  /** Providers whose last question had no answer, one line each. */
  faults(): readonly string[];
  /** Where the browser goes; null: the provider does not answer. */
  begin(trip: OpenIdTrip): Promise<string | null>;
  /** `answer`: the query that the browser came back with, which anybody may have written. */
  finish(trip: OpenIdTrip, answer: string): Promise<OpenIdPerson | OpenIdProblem>;
  /** `note`: what a provider posts when somebody logs out there, which anybody may have written. */
  ended(provider: string, note: string): Promise<OpenIdEnd | OpenIdProblem>;
}
