/** After so many days messages go, of a house or of one group (CONF-17, RETAIN-1). */
export const RETENTION_DAYS = { min: 1, max: 3_650 } as const;

interface Standing {
  /** Null: the house lets them stand for good. */
  readonly house: number | null;
  /** A group's own; 0: as everywhere. */
  readonly own: number;
}

/** For how many days messages stand; null: for good. A group's never stand longer than everybody's. */
export function daysStanding({ house, own }: Standing): number | null {
  if (own === 0) return house;
  return house === null ? own : Math.min(house, own);
}
