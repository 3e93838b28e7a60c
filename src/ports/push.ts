/** The pair that signs what this server pushes; made once and kept with the database. */
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

/** `gone`: the subscription is over; `later`: worth trying again; `refused`: not worth it. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused';

/** Notes to devices by their push services; what is sent is encrypted for the device. */
export interface Push {
  makeKeys(): Promise<PushKeys>;
  /** Checks whether an endpoint may be requested: `https`, and not in a private network. */
  allows(endpoint: string): Promise<boolean>;
  /** Never rejects; asks only an address that is allowed at that moment. */
  send(target: PushTarget, text: string, manner: PushManner): Promise<PushOutcome>;
}
