/** Changes of an account's credentials; its owner sees them on each device (ACC-21). */
export const SECURITY_CHANGES = [
  'password',
  'passkeyAdded',
  'passkeyRemoved',
  'secondStepOn',
  'secondStepOff',
  'wrongTries',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

export interface SecurityNote {
  readonly what: SecurityChange;
  readonly atMs: number;
  /** Short name of the device; empty: an administrator, or unknown. */
  readonly device: string;
}

/** A value under this name is written by the server alone (ACC-21). */
export const SECURITY = 'security';
