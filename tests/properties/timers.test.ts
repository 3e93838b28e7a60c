import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysNow, expiryMs, TIMER_DAYS, withTimer, type Timer } from '../../src/domain/vanish.ts';

/** An event of a chat: a message, or a timer that is set. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant('words' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...TIMER_DAYS) },
);
const DAY = 86_400_000;

interface Report {
  readonly timers: readonly Timer[];
  /** All timers so far, and all messages, by their ordinals. */
  readonly set: readonly Timer[];
  readonly said: readonly { readonly n: number; readonly sentAtMs: number }[];
}

function play(steps: readonly unknown[]): Report {
  let timers: readonly Timer[] = [];
  const [set, said]: [Timer[], { n: number; sentAtMs: number }[]] = [[], []];
  for (const [at, one] of steps.entries()) {
    const n = at + 1;
    if (typeof one === 'number') {
      set.push({ n, days: one });
      timers = withTimer(timers, { n, days: one });
    } else said.push({ n, sentAtMs: n * 1_000 });
  }
  return { timers, set, said };
}

describe('timers of a chat', () => {
  it('VANISH-2, VANISH-3: each message goes by the last timer before it, however they are kept', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { timers, set, said } = play(steps);
        for (const message of said) {
          const days = set.findLast(({ n }) => n < message.n)?.days ?? 0;
          expect(expiryMs(timers, message)).toBe(days === 0 ? null : message.sentAtMs + days * DAY);
        }
        expect(daysNow(timers)).toBe(set.at(-1)?.days ?? 0);
      }),
    );
  });

  it('VANISH-3: a repeated timer changes nothing, and no timer is kept that covers no message', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, which) => {
        const { timers } = play(steps);
        const again = timers[which % Math.max(1, timers.length)];
        if (again) expect(withTimer(timers, again)).toBe(timers);
        for (const [at, { days }] of timers.entries()) expect(days).not.toBe(timers[at - 1]?.days ?? 0);
      }),
    );
  });
});
