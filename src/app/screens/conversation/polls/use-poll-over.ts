import { useEffect, useState } from 'react';
import { duration } from '../../../../domain/duration.ts';
import { endOf, isPollOver, type Poll } from '../../../../domain/poll.ts';
import { nowMs, runLater } from '../../../platform/time.ts';

/** True once voting has ended; re-renders at the end time of the poll (POLL-7). */
export function usePollOver(poll: Poll, closed: boolean, sentAtMs: number): boolean {
  const [looked, setLooked] = useState(0);
  const endMs = endOf(poll, sentAtMs);
  const over = isPollOver(poll, closed, sentAtMs, nowMs());
  useEffect(() => {
    if (over || endMs === null) return undefined;
    const waitMs = Math.min(endMs - nowMs(), duration.DAY);
    return runLater(Math.max(waitMs, 1), () => setLooked(looked + 1));
  }, [over, endMs, looked]);
  return over;
}
