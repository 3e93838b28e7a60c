/** Whose passkeys they are: a browser gives them to this domain alone, and says which page has asked. */
export interface PasskeySite {
  readonly domain: string;
  readonly origin: string;
}

/** What the server keeps of a passkey: nothing of it is secret. */
export interface PasskeyFacts {
  readonly id: string;
  readonly publicKey: string;
  /** How often it was used, as it says itself; 0 of one that does not count. */
  readonly counter: number;
}

/** For whom one is made. */
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
  /** What a browser is asked, to make one. */
  toMake(site: PasskeySite, service: string, owner: PasskeyOwner, challenge: string): Promise<unknown>;
  /** What a browser is asked, to use one. */
  toUse(site: PasskeySite, challenge: string): Promise<unknown>;
  /** Null: it is no answer of a passkey made just now, for this site. */
  made(
    site: PasskeySite,
    answer: string,
  ): Promise<{ readonly facts: PasskeyFacts; readonly challenge: string } | null>;
  /** Of which passkey an answer says that it is; null: of none. */
  idIn(answer: string): string | null;
  /** Null: this passkey has not said that, to this site, or its counter went back. */
  used(
    site: PasskeySite,
    answer: string,
    facts: PasskeyFacts,
  ): Promise<{ readonly counter: number; readonly challenge: string } | null>;
}
