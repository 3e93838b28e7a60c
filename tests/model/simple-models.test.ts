import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import type { CallEffect } from '../../machines/call.machine.ts';
import type { QuietEffect } from '../../machines/quiet.machine.ts';
import type { RecorderEffect } from '../../machines/recorder.machine.ts';
import type { SessionEffect } from '../../machines/session.machine.ts';
import type { TypingEffect } from '../../machines/typing.machine.ts';
import type { TypistEffect } from '../../machines/typist.machine.ts';
import type { UpdateEffect } from '../../machines/update.machine.ts';
import type { PendingChangeEffect } from '../../machines/pending-change.machine.ts';
import type { CatchUpEffect } from '../../machines/catch-up.machine.ts';
import { typingLimits } from '../../src/domain/limits.ts';
import { MACHINES } from '../../src/inspector/machines.ts';
import { run } from '../support/machine-run.ts';

type Event = EventObject & Readonly<Record<string, unknown>>;
/** An event by its place among the samples of the moment, or time that passes. */
type Step = { readonly pick: number } | { readonly passMs: number };

const steps = (waits: readonly number[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.nat(40).map((pick) => ({ pick })) },
      { weight: 1, arbitrary: fc.constantFrom(...waits).map((passMs) => ({ passMs })) },
    ),
    { maxLength: 40 },
  );

interface Seen<E> {
  readonly event: Event | null;
  readonly passedMs: number;
  /** Effects of this step. */
  readonly effects: readonly E[];
  readonly one: ReturnType<typeof run<E>>;
}

/** Plays steps on the real machine and shows each to a far simpler one. */
async function play<E>(
  name: string,
  input: unknown,
  course: readonly Step[],
  look: (seen: Seen<E>) => void,
): Promise<ReturnType<typeof run<E>>> {
  const listed = MACHINES.find((one) => one.name === name);
  if (listed === undefined) throw new Error(`no machine ${name}`);
  const one = run<E>(listed.machine, input);
  let reportCount = 0;
  const show = (event: Event | null, passedMs: number) => {
    const effects = one.effects.slice(reportCount);
    reportCount = one.effects.length;
    look({ event, passedMs, effects, one });
  };
  show(null, 0);
  for (const step of course) {
    if ('passMs' in step) {
      await one.clock.advance(step.passMs);
      show(null, step.passMs);
      continue;
    }
    if (one.done()) continue;
    const samples = listed.events(one.context());
    const event = samples[step.pick % samples.length];
    if (event === undefined) continue;
    one.send(event);
    show(event, 0);
  }
  return one;
}

const check = async <E>(
  name: string,
  inputs: readonly unknown[],
  waits: readonly number[],
  model: () => (seen: Seen<E>) => void,
  atEnd: (one: ReturnType<typeof run<E>>) => void = () => undefined,
) => {
  for (const input of inputs) {
    await fc.assert(
      fc.asyncProperty(steps(waits), async (course) => {
        const one = await play<E>(name, input, course, model());
        atEnd(one);
        one.stop();
      }),
      { numRuns: 150 },
    );
  }
};

describe('machines beside far simpler ones', () => {
  it('MACH-4: session: opened and closed take turns, with one person, and only a chosen end wipes', async () => {
    await check<SessionEffect>('session', [undefined], [1_000], () => {
      let open: number | null = null;
      return ({ event, effects, one }) => {
        for (const effect of effects) {
          if (effect.type === 'sessionOpened') {
            expect(open).toBeNull();
            open = effect.user;
          } else {
            expect([effect.user, effect.wipe]).toEqual([open, event?.type === 'logout.asked']);
            open = null;
          }
        }
        expect(one.state() === '"signedIn"').toBe(open !== null);
      };
    });
  });

  it('MACH-4: catch-up: one question at a time, none unbound, and nothing wanted is forgotten', async () => {
    await check<CatchUpEffect>('catch-up', [undefined], [999, 1_000, 30_000], () => {
      let bound = false;
      let debt = false;
      let stale = false;
      /** The question that waits for its answer. */
      let open: number | null = null;
      return ({ event, effects }) => {
        const current = open !== null && event?.['question'] === open;
        if (event?.type === 'socket.bound') [bound, debt, open] = [true, true, null];
        if (event?.type === 'socket.gone') [bound, debt, open] = [false, false, null];
        if (event?.type === 'sync.wanted' && bound) debt = true;
        if (event?.type === 'list.stale') stale = true;
        if (event?.type === 'sync.answered' && current) open = null;
        if (event?.type === 'sync.failed' && current) [open, debt] = [null, true];
        for (const { question, whole } of effects) {
          expect([bound, open, debt || (stale && whole)]).toEqual([true, null, true]);
          [open, debt] = [question, false];
          if (whole) stale = false;
        }
        expect(event?.type === 'sync.answered' && current && debt).toBe(false);
      };
    });
  });

  it('MACH-4: pending change: asks only while allowed, one request at a time, for the last', async () => {
    await check<PendingChangeEffect>(
      'pending-change',
      [
        { allowed: true, pauseMs: 1_000, holdMs: 0 },
        { allowed: false, pauseMs: 0, holdMs: 0 },
        { allowed: true, pauseMs: 0, holdMs: 5_000 },
      ],
      [1_000, 3_000, 30_000],
      () => {
        let asking = false;
        return ({ event, effects, one }) => {
          if (event?.type === 'request.answered') asking = false;
          for (const effect of effects) {
            expect(asking).toBe(false);
            if (effect.type === 'request') expect(one.context()['allowed']).toBe(true);
            if (effect.type === 'request') asking = true;
          }
          if (event?.type === 'wish.made' && one.context()['allowed'] === true && !asking)
            expect(one.state()).not.toBe('"idle"');
        };
      },
    );
  });

  it('MACH-4: recorder: never over the limit, and the device is let go whenever nothing is recorded', async () => {
    await check<RecorderEffect>(
      'recorder',
      [{ kind: 'voice' }, { kind: 'video' }],
      [999, 1_000, 59_000],
      () => {
        let [held, ms] = [false, 0];
        return ({ effects, passedMs, one }) => {
          const recording = one.state().includes('recording');
          for (const effect of effects) {
            if (effect.type === 'startDevice') [held, ms] = [true, 0];
            if (effect.type === 'releaseDevice') held = false;
            if (effect.type === 'sendRecording') expect(effect.seconds).toBeLessThanOrEqual(60);
          }
          if (recording) {
            ms += passedMs;
            expect(Math.abs(Number(one.context()['seconds']) * 1_000 - ms)).toBeLessThan(1_000);
          }
          if (/idle|preview|refused/.test(one.state())) expect(held).toBe(false);
          expect(one.clock.pending()).toBe(recording ? 1 : 0);
        };
      },
    );
  });

  it('MACH-4: update: nothing is loaded that was neither taken nor silent, and a forced one stays', async () => {
    await check<UpdateEffect>('update', [undefined], [1_000], () => {
      let [forced, silent] = [false, false];
      return ({ event, effects, one }) => {
        for (const effect of effects)
          if (effect.type === 'download')
            expect(event?.type === 'update.take' || silent || event?.['kind'] === 'silent').toBe(true);
        silent = event?.['kind'] === 'silent';
        forced ||= one.state() === '"forced"';
        if (forced) expect(one.state()).toMatch(/forced|downloading|installing/);
      };
    });
  });

  it('MACH-4: call: rings and stops in turn, says one goodbye, ends once and leaves nothing', async () => {
    const inputs = [true, false].flatMap((caller) =>
      [false, true].map((returning) => ({ self: 9, peer: 7, call: 'u1', caller, video: true, returning })),
    );
    await check<CallEffect>('call', inputs, [1_000, 20_000, 45_000], () => {
      let [ringing, ended] = [false, false];
      const goodbyes = new Map<string, number>();
      return ({ effects, one }) => {
        for (const effect of effects) {
          expect(ended).toBe(false);
          if (effect.type === 'startRinging' || effect.type === 'stopRinging') {
            expect(ringing).toBe(effect.type === 'stopRinging');
            ringing = !ringing;
          }
          if (effect.type === 'sendHangup') goodbyes.set(effect.call, (goodbyes.get(effect.call) ?? 0) + 1);
          if (effect.type === 'ended') ended = true;
        }
        expect([...goodbyes.values()].every((times) => times === 1)).toBe(true);
        expect(one.done()).toBe(ended);
        if (ended)
          expect([
            ringing,
            one.clock.pending(),
            one.effects.filter((effect) => effect.type === 'releaseMedia').length,
          ]).toEqual([false, 0, 1]);
      };
    });
  });

  it('MACH-4, TYPING-2: typing: tells at once, then every 3.5 s, and ends only what it told', async () => {
    await check<TypingEffect>('typing', [undefined], [500, 1_500, 3_500, 9_000], () => {
      // Infinite: no sign was sent lately.
      let [sinceMs, isShown, isTyped] = [Number.POSITIVE_INFINITY, false, false];
      let going: unknown = null;
      const rest = typingLimits.againMs;
      return ({ event, passedMs, effects }) => {
        const reports = effects.map(({ what }) => what);
        if (passedMs > 0) {
          const turns = sinceMs === Number.POSITIVE_INFINITY ? 0 : Math.floor((sinceMs + passedMs) / rest);
          const times = going === null ? Math.min(turns, isTyped ? 1 : 0) : turns;
          expect(reports).toEqual(Array.from({ length: times }, () => going ?? 'text'));
          sinceMs += passedMs - times * rest;
          if (times > 0) [isShown, isTyped] = [true, false];
          if (sinceMs >= rest) [sinceMs, isShown, isTyped] = [Number.POSITIVE_INFINITY, false, false];
          return;
        }
        const begins = event?.type === 'text.typed' || event?.type === 'work.began';
        const was = isTyped;
        if (event?.type === 'text.typed') isTyped = true;
        if (event?.type === 'text.dropped' || event?.type === 'message.sent') isTyped = false;
        if (event?.type === 'work.began') going = event['what'];
        if (event?.type === 'work.ended') going = null;
        const ends =
          isShown &&
          ((event?.type === 'text.dropped' && going === null) || (event?.type === 'work.ended' && !was));
        const isFree = sinceMs === Number.POSITIVE_INFINITY;
        expect(reports).toEqual(begins && isFree ? [going ?? 'text'] : ends ? ['stop'] : []);
        if (begins && isFree) [isShown, isTyped, sinceMs] = [true, false, 0];
        if (ends || event?.type === 'message.sent') isShown = false;
      };
    });
  });

  it('MACH-4, TYPING-3: typist: is over once, 6 s after the last word of them', async () => {
    await check<TypistEffect>('typist', [undefined], [1_000, 3_000, 6_000, 20_000], () => {
      let leftMs: number | null = null;
      return ({ event, passedMs, effects }) => {
        const over = leftMs !== null && passedMs > 0 && passedMs >= leftMs;
        if (leftMs !== null) leftMs = over ? null : leftMs - passedMs;
        if (event?.type === 'typing.heard') leftMs = typingLimits.hideAfterMs;
        if (event?.type === 'typing.ended') leftMs = null;
        expect(effects).toEqual(over ? [{ type: 'over' }] : []);
      };
    });
  });

  it('MACH-4, LIST-14: quiet: ends once, at the last end that was set, and never after that was dropped', async () => {
    await check<QuietEffect>('quiet', [undefined], [300, 700, 60_000], () => {
      let leftMs: number | null = null;
      return ({ event, passedMs, effects }) => {
        const over = leftMs !== null && passedMs > 0 && passedMs >= leftMs;
        if (leftMs !== null) leftMs = over ? null : leftMs - passedMs;
        if (event?.type === 'end.set') leftMs = Number(event['waitMs']);
        if (event?.type === 'end.dropped') leftMs = null;
        expect(effects).toEqual(over ? [{ type: 'over' }] : []);
      };
    });
  });
});
