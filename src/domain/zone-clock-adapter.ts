/** Clocks by the names of their zones; null: the runtime does not support the zone. */
const clocks = new Map<string, Intl.DateTimeFormat | null>();
const CLOCKS_MAX = 500;

/**
 * Minutes after midnight in a time zone (an IANA name) at a moment; null if the runtime lacks the zone. Rules
 * of time zones come from the runtime: they are the same wherever it has them.
 */
export function minuteIn(zone: string, atMs: number): number | null {
  const clock = clockIn(zone);
  if (clock === null) return null;
  const [hour, minute] = clock.format(atMs).split(':');
  return Number(hour) * 60 + Number(minute);
}

/** True if the runtime has the zone of this name; an offset as "+02:00" is not a name. */
export const isZone = (name: string): boolean => /^[A-Z]/i.test(name) && clockIn(name) !== null;

function clockIn(zone: string): Intl.DateTimeFormat | null {
  let clock = clocks.get(zone);
  if (clock !== undefined) return clock;
  if (clocks.size >= CLOCKS_MAX) clocks.clear();
  try {
    clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' });
  } catch {
    clock = null;
  }
  clocks.set(zone, clock);
  return clock;
}
