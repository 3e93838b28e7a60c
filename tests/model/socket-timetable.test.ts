import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindNow, socketBench } from '../support/socket-bench.ts';

/** The result of an attempt: it fails, it opens and closes unbound, or it is bound for some seconds. */
type Fate =
  | { readonly kind: 'fail' }
  | { readonly kind: 'flap' }
  | { readonly kind: 'bound'; readonly forS: number };
type Line = readonly [what: 'open' | 'error' | 'probe', atS: number];

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>({ kind: 'fail' }) },
  { weight: 3, arbitrary: fc.constant<Fate>({ kind: 'flap' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((forS): Fate => ({ kind: 'bound', forS })) },
);

/** The timetable, said as plainly as it can be said. */
function timetable(
  fates: readonly Fate[],
  probes: readonly number[],
  answeredProbe: number,
): readonly Line[] {
  const lines: Line[] = [];
  let [at, failures, closes, drawn, raised] = [0, 1, 1, 0, false];
  for (const one of fates) {
    lines.push(['open', at]);
    if (one.kind === 'bound') {
      [failures, closes, raised] = [1, 1, false];
      at += one.forS;
    }
    const failed = one.kind === 'fail';
    if (failed ? failures < 10 : closes < 5) {
      at += 15;
      if (failed) failures += 1;
      else closes += 1;
      continue;
    }
    if (!raised) lines.push(['error', at]);
    raised = true;
    for (let n = 0; n < answeredProbe; n += 1) {
      at += probes[drawn++ % probes.length] ?? 30;
      lines.push(['probe', at]);
    }
    // The delay drawn after the answered probe is never used.
    drawn += 1;
  }
  return lines;
}

async function play(
  fates: readonly Fate[],
  probes: readonly number[],
  answeredProbe: number,
): Promise<readonly Line[]> {
  let [drawn, asked, attempt] = [0, 0, 0];
  const bench = socketBench({ probeMs: () => (probes[drawn++ % probes.length] ?? 30) * 1_000 });
  const { clock } = bench;
  bench.onEffect((effect) => {
    if (effect.type === 'sendPing')
      clock.setTimeout(() => bench.say({ type: 'pong.received', bound: true }), 1);
    if (effect.type === 'openSocket') asked = 0;
    if (effect.type === 'sendProbe') {
      asked += 1;
      if (asked === answeredProbe) clock.setTimeout(() => bench.send({ type: 'call.answered' }), 0);
    }
    if (effect.type !== 'openSocket') return;
    const one = fates[attempt];
    attempt += 1;
    if (one === undefined) return;
    clock.setTimeout(() => {
      if (one.kind === 'fail') return bench.say({ type: 'socket.failed' });
      if (one.kind === 'flap') bench.say({ type: 'socket.opened' });
      else bindNow(bench);
      clock.setTimeout(
        () => bench.say({ type: 'socket.closed' }),
        one.kind === 'bound' ? one.forS * 1_000 : 0,
      );
    }, 0);
  });
  bench.send({ type: 'connect.asked' });
  while (attempt <= fates.length && (await clock.next())) {
    // until the last fate has been met and its consequence is known
  }
  const names = { openSocket: 'open', raiseConnectionError: 'error', sendProbe: 'probe' } as const;
  return bench.done.flatMap(({ atMs, effect }): Line[] =>
    effect.type === 'openSocket' || effect.type === 'raiseConnectionError' || effect.type === 'sendProbe'
      ? [[names[effect.type], atMs / 1_000]]
      : [],
  );
}

describe('the timetable of the socket machine', () => {
  it('SOCK-3, SOCK-5, SOCK-6, SOCK-8: equals a plain telling of it for any course of events', async () => {
    const probes = fc.array(fc.integer({ min: 30, max: 45 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { minLength: 1, maxLength: 30 }),
        probes,
        fc.integer({ min: 1, max: 3 }),
        async (fates, draws, answered) => {
          const expected = timetable(fates, draws, answered);
          const observations = await play(fates, draws, answered);
          expect(observations.slice(0, expected.length)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('SOCK-10, SOCK-11: after a close no timer or effect remains, in any history', async () => {
    const anything = fc.record({
      type: fc.constantFrom(
        'connect.asked',
        'retry.asked',
        'user.signedIn',
        'user.signedOut',
        'foreground.returned',
        'network.returned',
        'call.answered',
        'socket.opened',
        'socket.failed',
        'socket.closed',
        'init.received',
        'bind.answered',
        'bind.failed',
        'ping.received',
        'pong.received',
      ),
      age: fc.nat(2),
      bound: fc.constantFrom(true, false, null),
      plain: fc.boolean(),
      waitMs: fc.constantFrom(0, 1, 10_000, 15_000, 25_000, 60_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 40 }), async (course) => {
        const bench = socketBench();
        for (const { type, age, bound, plain, waitMs } of course) {
          bench.send({ type, bound, plain, socket: bench.context().socket - age });
          await bench.clock.advance(waitMs);
          expect(bench.context().openFailures).toBeLessThanOrEqual(10);
          expect(bench.context().closes).toBeLessThanOrEqual(5);
        }
        bench.send({ type: 'connect.asked' });
        bench.send({ type: 'close.asked' });
        const after = bench.done.length;
        expect(bench.clock.pending()).toBe(0);
        for (const type of [
          'socket.opened',
          'socket.closed',
          'init.received',
          'foreground.returned',
        ] as const)
          bench.say({ type } as never);
        await bench.clock.advance(600_000);
        expect(bench.done.length).toBe(after);
      }),
      { numRuns: 300 },
    );
  });
});
