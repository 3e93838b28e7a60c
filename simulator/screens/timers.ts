import { MESSAGE_TYPES } from '../../src/domain/message.ts';
import { daysNow, dueAtMs, TIMER_DAYS, vanishes, withTimer } from '../../src/domain/vanish.ts';
import type { Timer } from '../../src/domain/vanish.ts';
import { daysOfLine, timersThatCount } from '../oracle/screens/timers.ts';
import type { TimerLine } from '../oracle/screens/timers.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const MOST = 50;
const DAY = 86_400_000;

const someLines = (chance: Chance, count: number, odds: number): readonly TimerLine[] =>
  Array.from({ length: count }, () => (chance.happens(odds) ? chance.pick(TIMER_DAYS) : null));

const collected = (lines: readonly TimerLine[]): readonly Timer[] =>
  lines.reduce<readonly Timer[]>(
    (timers, days, at) => (days === null ? timers : withTimer(timers, { n: at + 1, days })),
    [],
  );

function chatFaults(chance: Chance, lines: readonly TimerLine[]): readonly string[] {
  const [timers, n] = [collected(lines), chance.whole(1, lines.length + 1)];
  const days = daysOfLine(lines, n);
  const sentAtMs = chance.whole(0, 30 * DAY);
  // A line that sets a timer has no lifetime; and lines under the oldest of too many timers are gone.
  const isSaid = typeof lines[n - 1] !== 'number' && timers.length < MOST;
  const known = timers.length > 0 ? { n: chance.whole(1, timers.at(-1)?.n ?? 1), days: 7 } : null;
  return [
    ...differs(['timers', lines], timers, timersThatCount(lines, MOST)),
    ...differs(['now', lines], daysNow(timers), daysOfLine(lines, lines.length + 1)),
    ...(isSaid
      ? differs(
          ['due', lines, n],
          dueAtMs(timers, { n, sentAtMs }),
          days === 0 ? null : sentAtMs + days * DAY,
        )
      : []),
    ...differs(['due', lines], dueAtMs(timers, { n: null, sentAtMs }), null),
    ...differs(['known', lines, known], known && withTimer(timers, known) !== timers, known && false),
  ];
}

function lineFaults(chance: Chance): readonly string[] {
  const [type, recalled] = [chance.pick(MESSAGE_TYPES), chance.happens(0.5)];
  const stays = type === 'event' && !recalled;
  return differs(['vanishes', type, recalled], vanishes({ type, recalled }), !stays);
}

/** Timers of chats and the lines under them, with more changes than are stored (VANISH-1, VANISH-2). */
export const timersRule: ScreenRule = {
  name: 'timers',
  faults: (chance) => [
    ...eachFact(() => [
      ...chatFaults(chance, someLines(chance, chance.whole(0, 8), 0.5)),
      ...lineFaults(chance),
    ]),
    ...chatFaults(chance, someLines(chance, chance.whole(100, 180), 0.5)),
  ],
};
