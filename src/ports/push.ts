/** The key pair that signs this server's pushes; made once and stored in the database. */
export interface PushKeys {
  /** Uncompressed point of the curve P-256, base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Address of one device's push service, and the keys that encrypt for this device only. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushManner {
  readonly keys: PushKeys;
  readonly urgency: 'normal' | 'high';
  /** Seconds that a push service may keep it for a device that sleeps. */
  readonly ttlSec: number;
  /** Replaces an undelivered push with the same topic; at most 32 characters of base64url. */
  readonly topic: string;
}

/** `gone`: the subscription has ended; `later`: worth a retry; `refused`: not worth one. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused';

/** Pushes to devices through their push services; the content is encrypted for the device. */
export interface Push {
  makeKeys(): Promise<PushKeys>;
  /** Checks whether an endpoint may be requested: `https`, and not in a private network. */
  allows(endpoint: string): Promise<boolean>;
  /** Never rejects; sends only to an address that is allowed at that moment. */
  send(target: PushTarget, text: string, manner: PushManner): Promise<PushOutcome>;
}
