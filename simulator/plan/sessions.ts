/** Maximum browsers of a user, and maximum tabs of each. */
export interface Sessions {
  readonly devices: number;
  readonly tabs: number;
}
export const MANY_SESSIONS: Sessions = { devices: 3, tabs: 3 };
