/** How many browsers somebody may have, and how many tabs of the product each. */
export interface Sessions {
  readonly devices: number;
  readonly tabs: number;
}
export const MANY_SESSIONS: Sessions = { devices: 3, tabs: 3 };
