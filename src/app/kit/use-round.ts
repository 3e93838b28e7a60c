import { useState } from 'react';

/**
 * Counts openings: as a key it starts what is inside anew each time, and lets the old stay while it closes.
 */
export function useRound(open: boolean): number {
  const [round, setRound] = useState({ open, n: 0 });
  if (round.open !== open) setRound({ open, n: open ? round.n + 1 : round.n });
  return round.n;
}
