import { clockTime, useListTime } from '../../../shared/use-display-time.ts';

/** Formats a time: the clock time for today, else the day with its time. */
export function useMomentText(): (ms: number) => string {
  const listTime = useListTime();
  return (ms) => {
    const [day, clock] = [listTime(ms), clockTime(ms)];
    return day === clock ? clock : `${day} ${clock}`;
  };
}
