/** The site of the passkeys: a browser uses them for this domain only, and reports the page that asked. */
export interface PasskeySite {
  readonly domain: string;
  readonly origin: string;
}

/** Stored facts of a passkey: none of them is secret. */
export interface PasskeyFacts {
  readonly id: string;
  readonly publicKey: string;
  /** How often it was used, as it says itself; 0 of one that does not count. */
  readonly counter: number;
}

/** The user that a new passkey belongs to. */
export interface PasskeyOwner {
  /** Hexadecimal: tells the person from others and says nothing about them. */
  readonly handle: string;
  readonly account: string;
  readonly name: string;
  /** Passkeys that they have: the same device makes no second one. */
  readonly known: readonly string[];
}

/**
 * Passkeys as browsers have them. What a browser answers is a text that anybody may have written; the
 * challenge that it carries is for the caller to judge, who made it.
 */
export interface Passkeys {
  /** Browser options to create a passkey. */
  toMake(site: PasskeySite, service: string, owner: PasskeyOwner, challenge: string): Promise<unknown>;
  /** Browser options to use a passkey. */
  toUse(site: PasskeySite, challenge: string): Promise<unknown>;
  /** Null: not a valid answer of a new passkey for this site. */
  made(
    site: PasskeySite,
    answer: string,
  ): Promise<{ readonly facts: PasskeyFacts; readonly challenge: string } | null>;
  /** Id of the passkey that an answer claims; null: none. */
  idIn(answer: string): string | null;
  /** Null: this passkey has not said that, to this site, or its counter went back. */
  used(
    site: PasskeySite,
    answer: string,
    facts: PasskeyFacts,
  ): Promise<{ readonly counter: number; readonly challenge: string } | null>;
}
