import * as fc from 'fast-check';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { uploadMachine, type UploadEffect, type UploadEvent } from '../../machines/upload.machine.ts';
import { uploadLimits as limits } from '../../src/domain/limits.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { runs } from '../support/runs.ts';
import { asScriptLater } from '../support/smallest.ts';

const SIZE = 1_000;
type Happening = UploadEvent | { readonly type: 'wait'; readonly ms: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Happening>(
      { type: 'turn.came' },
      { type: 'transfer.cut' },
      { type: 'upload.retry' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Happening>(
      { type: 'answer.accepted' },
      { type: 'answer.refused', reason: 'no' },
      { type: 'answer.later', waitMs: 20_000 },
      { type: 'upload.cancel' },
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: -50, max: 2_000 })
      .map((sentBytes): Happening => ({ type: 'bytes.sent', sentBytes })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(1, limits.retryMs, 20_000, limits.timeoutMs)
      .map((ms): Happening => ({ type: 'wait', ms })),
  },
);

/** Resources of an upload: a place among the running ones, and a transfer. */
interface Seen {
  readonly state: string;
  readonly sent: number;
  readonly attempts: number;
  /** Turns asked for and not given back, before the first grant too. */
  readonly turns: number;
  readonly transfers: number;
}

async function live(
  list: readonly Happening[],
  look: (now: Seen, before: Seen, what: Happening) => void,
): Promise<readonly ScriptEventLine[]> {
  const clock = createVirtualClock();
  const actor = createActor(uploadMachine, { id: 'upload', input: { sizeBytes: SIZE }, clock });
  const lines: ScriptEventLine[] = [];
  let [turns, started, ended] = [0, 0, 0];
  actor.on('*', (effect: UploadEffect) => {
    if (effect.type === 'askTurn') turns += 1;
    if (effect.type === 'giveTurnBack') turns -= 1;
    if (effect.type === 'startTransfer') started += 1;
    if (effect.type === 'abortTransfer') ended += 1;
  });
  const readView = (): Seen => {
    const { value, context } = actor.getSnapshot();
    return {
      state: value,
      sent: context.sentBytes,
      attempts: context.attempts,
      turns,
      transfers: started - ended,
    };
  };
  const step = (event: { readonly type: string } | null) => {
    const { value, context, status } = actor.getSnapshot();
    lines.push({
      atMs: clock.elapsedMs(),
      origin: 'machine',
      event: {
        actor: 'upload',
        machine: 'upload',
        event,
        value,
        context: { ...context },
        taken: [],
        over: status === 'done',
      },
    });
  };
  actor.start();
  step(null);
  for (const what of list) {
    const before = readView();
    // The owner of a transfer knows that it ended, by an answer or by a cut.
    const runs = before.state === 'sending';
    if (what.type === 'wait') await clock.advance(what.ms);
    else if (actor.getSnapshot().status === 'active') {
      if (runs && (what.type.startsWith('answer.') || what.type === 'transfer.cut')) ended += 1;
      actor.send(what);
    }
    step({ ...what });
    look(readView(), before, what);
  }
  actor.stop();
  return lines;
}

describe('an upload, under any events', () => {
  it('UP-1 UP-2 UP-3: progress, turns, transfers and attempts stay true', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), async (list) => {
        await live(list, (now, before, what) => {
          expect(now.sent).toBeGreaterThanOrEqual(0);
          expect(now.sent).toBeLessThanOrEqual(SIZE);
          if (now.state === before.state && now.attempts === before.attempts)
            expect(now.sent).toBeGreaterThanOrEqual(before.sent);
          expect(now.attempts).toBeLessThanOrEqual(
            limits.attemptsMax + list.filter((one) => one.type === 'upload.retry').length,
          );
          // One transfer while it sends, none otherwise; a turn exactly while it waits for one or uses it.
          expect(now.transfers).toBe(now.state === 'sending' ? 1 : 0);
          expect(now.turns).toBe(['queued', 'sending', 'waiting'].includes(now.state) ? 1 : 0);
          if (now.state === 'done') expect(now.sent).toBe(SIZE);
          if (before.state === 'done' || before.state === 'cancelled') expect(now).toEqual(before);
          if (before.state === 'failed' && now.state !== 'failed')
            expect(['upload.retry', 'upload.cancel']).toContain(what.type);
        });
      }),
      {
        numRuns: runs(200),
        ...asScriptLater<[readonly Happening[]]>('upload-state', ([list]) => live(list, () => undefined)),
      },
    );
  });
});
