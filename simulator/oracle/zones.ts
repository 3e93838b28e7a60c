const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far east of UTC a zone is in winter, in minutes, and from when until when an hour more. */
interface Zone {
  readonly east: number;
  readonly summer: ((year: number) => readonly [fromMs: number, toMs: number]) | null;
}

/** The Sunday on that day of a month or the first after it, by UTC. */
function sunday(year: number, month: number, day: number): number {
  const atMs = Date.UTC(year, month, day);
  return atMs + ((7 - new Date(atMs).getUTCDay()) % 7) * DAY_MS;
}

/** Time zones of users in a World, by local law (2007 and later). */
const ZONES: Readonly<Record<string, Zone>> = {
  'Asia/Kolkata': { east: 330, summer: null },
  // Summer time from the last Sunday of March to that of October, at one o'clock UTC everywhere.
  'Europe/Berlin': {
    east: 60,
    summer: (year) => [sunday(year, 2, 25) + HOUR_MS, sunday(year, 9, 25) + HOUR_MS],
  },
  // Summer time from the second Sunday of March to the first of November, at two by the local clock.
  'America/New_York': {
    east: -300,
    summer: (year) => [sunday(year, 2, 8) + 7 * HOUR_MS, sunday(year, 10, 1) + 6 * HOUR_MS],
  },
};

export const ORACLE_ZONES: readonly string[] = Object.keys(ZONES);

/** How far east of UTC it is there at this moment, in minutes. */
export function eastIn(name: string, atMs: number): number {
  const zone = ZONES[name];
  if (!zone) throw new Error(`nobody lives in ${name}`);
  const [fromMs, toMs] = zone.summer?.(new Date(atMs).getUTCFullYear()) ?? [0, 0];
  return zone.east + (atMs >= fromMs && atMs < toMs ? 60 : 0);
}
