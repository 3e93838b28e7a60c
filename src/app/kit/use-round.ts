import { useState } from 'react';

/**
 * Counts openings: used as a key, it resets the content at each opening, and keeps the old content while
 * closing.
 */
export function useRound(open: boolean): number {
  const [round, setRound] = useState({ open, n: 0 });
  if (round.open !== open) setRound({ open, n: open ? round.n + 1 : round.n });
  return round.n;
}
