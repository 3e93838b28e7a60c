/** What happened to the ways into an account; its owner reads it on each device (ACC-21). */
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
  /** By which device, in few words; empty: by an administrator, or not known. */
  readonly device: string;
}

/** A value under this name is written by the server alone (ACC-21). */
export const SECURITY = 'security';
