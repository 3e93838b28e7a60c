/** The limits of group calls that the first page needs (UI-113). */
export const groupCallSizes = {
  /** Devices in one call; each sends its sound and picture to all others. */
  participantsMax: 8,
  /** The same if the devices send through the unit (GCALL-23). */
  throughUnitMax: 32,
  /** Length of one signal; the same as in a call of two. */
  signalMax: 60_000,
} as const;
