/** Days after which messages are deleted, on the server or in one group (CONF-17, RETAIN-1). */
export const RETENTION_DAYS = { min: 1, max: 3_650 } as const;

interface Retention {
  /** Null: the server keeps messages permanently. */
  readonly house: number | null;
  /** A group's own; 0: as everywhere. */
  readonly own: number;
}

/** Days for which messages are kept; null: permanently. A group cannot keep them longer than the server. */
export function retentionDaysOf({ house, own }: Retention): number | null {
  if (own === 0) return house;
  return house === null ? own : Math.min(house, own);
}
