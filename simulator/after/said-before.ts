import { triedOf } from '../checkers/tried.ts';
import { servedMs } from '../checkers/settled.ts';
import type { World } from '../world/world-type.ts';

/** Longer than any part of the final phase; and the time until due items are processed and received. */
const LASTS_MS = 300_000;
const LATER_MS = 20_000;
const ROUNDS_MAX = 20;

/**
 * Waits until nothing falls due during the next part: a scheduled line, a reminder, or the end of a mute
 * would change what is checked there.
 */
export async function saidBefore(world: World): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const [now, served] = [world.clock.nowMs(), servedMs(world)];
    const { later, chats } = triedOf(world).oracle;
    const seats = [...chats.values()].flatMap((chat) => [...chat.seats.values()].filter(({ here }) => here));
    const waits = [
      ...later.all().flatMap(([, , { dueMs, failed }]) => (failed ? [] : dueMs - now)),
      ...later.reminders().flatMap(({ dueMs, told }) => (told || dueMs === null ? [] : dueMs - now)),
      ...seats.flatMap(({ quietUntilMs }) => (quietUntilMs === null ? [] : quietUntilMs - served)),
    ];
    const next = Math.min(...waits);
    if (next > LASTS_MS) return;
    await world.clock.advance(Math.max(0, next) + LATER_MS);
  }
}
