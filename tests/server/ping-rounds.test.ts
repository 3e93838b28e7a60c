import { expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { PingRounds } from '../../src/server/delivery/ping-rounds.ts';

function countLooks() {
  const clock = createVirtualClock();
  const [set, cleared] = [vi.spyOn(clock, 'setTimeout'), vi.spyOn(clock, 'clearTimeout')];
  return { clock, pings: new PingRounds(clock), set, cleared };
}

it('OPS-14: sockets of the same tenth of a second share a timer', async () => {
  const { clock, pings, set } = countLooks();
  const looks: (readonly [number, number])[] = [];
  const from = clock.elapsedMs();
  for (let n = 0; n < 100; n += 1)
    pings.join({ look: (atMs) => looks.push([n, atMs - from]) }, 20_000, from + 1 + n / 2);
  expect(set).toHaveBeenCalledTimes(1);
  await clock.advance(20_099);
  expect(looks).toEqual([]);
  await clock.advance(1);
  expect(looks).toEqual(Array.from({ length: 100 }, (_, n) => [n, 20_100]));
});

it('GATE-6: a socket that stays idle is checked every 20 s', async () => {
  const { clock, pings } = countLooks();
  const from = clock.elapsedMs();
  const looks: number[] = [];
  const one = {
    look(atMs: number) {
      looks.push(atMs - from);
      pings.join(one, 20_000, atMs);
    },
  };
  pings.join(one, 20_000, from);
  await clock.advance(90_000);
  expect(looks).toEqual([20_000, 40_000, 60_000, 80_000]);
});

it('GATE-6: a closed socket is not checked, and the last one ends the timer', async () => {
  const { clock, pings, cleared } = countLooks();
  const looks: string[] = [];
  const [first, second] = [
    { look: () => (looks.push('first'), pings.leave(second, round)) },
    { look: () => looks.push('second') },
  ];
  const round = pings.join(first, 1_000, clock.elapsedMs());
  pings.join(second, 1_000, clock.elapsedMs());
  const alone = pings.join({ look: () => looks.push('alone') }, 2_000, clock.elapsedMs());
  for (const one of alone.all) pings.leave(one, alone);
  expect(cleared).toHaveBeenCalledWith(alone.timer);
  await clock.advance(3_000);
  expect(looks).toEqual(['first']);
});
