import { useState } from 'react';

/**
 * Counts openings, and for a named content also its changes: used as a key, it resets the content at each
 * opening, and keeps the old content while closing.
 */
export function useRound(open: boolean | string): number {
  const [round, setRound] = useState({ open, n: 0 });
  if (round.open !== open) setRound({ open, n: open === false || open === '' ? round.n : round.n + 1 });
  return round.n;
}
