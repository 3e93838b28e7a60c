import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

describe('the virtual clock', () => {
  it('SOCK-1: fires a repeating timer as often as real time would, in order', async () => {
    const clock = createVirtualClock();
    const observations: string[] = [];
    const every = (name: string, ms: number) => {
      const again = () => {
        observations.push(`${name}@${clock.elapsedMs()}`);
        clock.setTimeout(again, ms);
      };
      clock.setTimeout(again, ms);
    };
    every('a', 10);
    every('b', 25);
    await clock.advance(50);
    expect(observations).toEqual(['a@10', 'a@20', 'b@25', 'a@30', 'a@40', 'b@50', 'a@50']);
    expect(clock.pending()).toBe(2);
  });

  it('SIM-27: endless timers at one moment throw, frequent ones do not', async () => {
    const clock = createVirtualClock({ mostAtOnce: 100 });
    for (let n = 0; n < 90; n += 1) clock.setTimeout(() => clock.setTimeout(() => undefined, 1), 10);
    await clock.advance(50);
    const again = (): void => void clock.setTimeout(again, 0);
    again();
    await expect(clock.advance(1)).rejects.toThrow('Time stands still: more than 100 timers at 50 ms');
  });

  it('SOCK-11: a cleared timer never fires and is not pending', async () => {
    const clock = createVirtualClock();
    let fired = 0;
    const handle = clock.setTimeout(() => (fired += 1), 5);
    clock.clearTimeout(handle);
    clock.clearTimeout(handle);
    await clock.advance(100);
    expect([fired, clock.pending()]).toEqual([0, 0]);
  });

  it('SOCK-3: any set of timers fires in order of deadline, then of setting', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 40 }), async (delays) => {
        const clock = createVirtualClock({ settle: () => Promise.resolve() });
        const fired: number[] = [];
        delays.forEach((delay, index) => clock.setTimeout(() => fired.push(index), delay));
        await clock.advance(50);
        const expected = delays
          .map((delay, index) => ({ delay, index }))
          .toSorted((a, b) => a.delay - b.delay || a.index - b.index);
        expect(fired).toEqual(expected.map((one) => one.index));
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  it('SOCK-3: promises settle between two deadlines', async () => {
    const clock = createVirtualClock();
    const observations: string[] = [];
    clock.setTimeout(
      () => void Promise.resolve().then(() => clock.setTimeout(() => observations.push('inner'), 1)),
      10,
    );
    clock.setTimeout(() => observations.push('later'), 20);
    await clock.advance(30);
    expect(observations).toEqual(['inner', 'later']);
  });
});
