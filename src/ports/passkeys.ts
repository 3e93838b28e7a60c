/** The site of the passkeys: a browser uses them for this domain only, and reports the page that asked. */
export interface PasskeySite {
  readonly domain: string;
  readonly origin: string;
}

/** Stored facts of a passkey: none of them is secret. */
export interface PasskeyFacts {
  readonly id: string;
  readonly publicKey: string;
  /** The passkey's own count of uses; 0 if it does not count. */
  readonly counter: number;
}

/** The user that a new passkey belongs to. */
export interface PasskeyOwner {
  /** Hexadecimal: identifies the user without revealing anything about them. */
  readonly handle: string;
  readonly account: string;
  readonly name: string;
  /** Passkeys that they have: the same device makes no second one. */
  readonly existingIds: readonly string[];
}

/**
 * Passkeys as browsers implement them. A browser's answer is untrusted text; the caller checks its challenge,
 * which the caller made.
 */
export interface Passkeys {
  /** Browser options to create a passkey. */
  toMake(site: PasskeySite, service: string, owner: PasskeyOwner, challenge: string): Promise<unknown>;
  /** Browser options to use a passkey. */
  toUse(site: PasskeySite, challenge: string): Promise<unknown>;
  /** Null: not a valid answer of a new passkey for this site. */
  verifyMade(
    site: PasskeySite,
    answer: string,
  ): Promise<{ readonly facts: PasskeyFacts; readonly challenge: string } | null>;
  /** Id of the passkey that an answer claims; null: none. */
  idIn(answer: string): string | null;
  /** Null: not a valid answer of this passkey for this site, or its counter went backwards. */
  verifyUsed(
    site: PasskeySite,
    answer: string,
    facts: PasskeyFacts,
  ): Promise<{ readonly counter: number; readonly challenge: string } | null>;
}
