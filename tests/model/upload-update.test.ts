import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateMachine, type UpdateEffect } from '../../machines/update.machine.ts';
import { uploadMachine, type UploadEffect } from '../../machines/upload.machine.ts';
import { run } from '../support/machine-run.ts';

const upload = () => run<UploadEffect>(uploadMachine, { sizeBytes: 100 });
const update = () => run<UpdateEffect>(updateMachine);
const findMatches = (kind: string, version = '6.1.0') => ({ type: 'check.found', kind, version });

describe('upload', () => {
  it('UP-1: progress never runs backwards nor beyond the size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 200 })), (steps) => {
        const one = upload();
        one.send({ type: 'turn.came' });
        let before = 0;
        for (const sentBytes of steps) {
          one.send({ type: 'bytes.sent', sentBytes });
          const now = Number(one.context().sentBytes);
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now).toBeLessThanOrEqual(100);
          before = now;
        }
      }),
    );
  });

  it('UP-2: a cut is tried three times, then by hand', async () => {
    const one = upload();
    one.send({ type: 'turn.came' }, { type: 'transfer.cut' });
    await one.clock.advance(3_000);
    one.send({ type: 'transfer.cut' });
    await one.clock.advance(3_000);
    one.send({ type: 'transfer.cut' });
    expect(one.state()).toBe('"failed"');
    expect(one.effects.filter((effect) => effect.type === 'startTransfer')).toHaveLength(3);
    one.send({ type: 'upload.retry' }, { type: 'turn.came' }, { type: 'answer.accepted' });
    expect(one.state()).toBe('"done"');
  });

  it('GROUP-26: an upload that the server delays frees its place, and returns at that time', async () => {
    const one = upload();
    const starts = () => one.effects.filter((effect) => effect.type === 'startTransfer').length;
    for (let time = 0; time < 20; time += 1) {
      one.send({ type: 'turn.came' }, { type: 'answer.later', waitMs: 60_000 });
      expect([one.state(), one.effects.at(-1)]).toEqual(['"putOff"', { type: 'giveTurnBack' }]);
      await one.clock.advance(59_999);
      expect(one.state()).toBe('"putOff"');
      await one.clock.advance(1);
      expect([one.state(), one.effects.at(-1)]).toEqual(['"queued"', { type: 'askTurn' }]);
    }
    one.send({ type: 'turn.came' }, { type: 'answer.later', waitMs: 60_000 });
    expect([one.state(), starts()]).toEqual(['"failed"', 21]);
  });

  it('UP-1, UP-2: each attempt begins at zero; a manual retry or a delay restarts the count', async () => {
    const one = upload();
    const at = () => {
      const { sentBytes, attempts, putOffs, reason } = one.context();
      return [one.state().slice(1, -1), sentBytes, attempts, putOffs, reason];
    };
    const send = (sentBytes: number) => one.send({ type: 'turn.came' }, { type: 'bytes.sent', sentBytes });
    expect(at()).toEqual(['queued', 0, 0, 0, null]);
    send(60);
    one.send({ type: 'transfer.cut' });
    expect(at()).toEqual(['waiting', 60, 1, 0, null]);
    await one.clock.advance(2_999);
    expect(at()[0]).toBe('waiting');
    await one.clock.advance(1);
    expect(at()).toEqual(['sending', 0, 2, 0, null]);
    send(50);
    // A delay by the server is not a failure, so three attempts remain.
    one.send({ type: 'answer.later', waitMs: 5_000 });
    expect(at()).toEqual(['putOff', 0, 0, 1, null]);
    one.send({ type: 'upload.retry' });
    for (const cuts of [1, 2]) {
      send(40);
      one.send({ type: 'transfer.cut' });
      expect(at()).toEqual(['waiting', 40, cuts, 1, null]);
      one.send({ type: 'upload.retry' });
    }
    send(30);
    one.send({ type: 'answer.refused', reason: 'no' });
    expect(at()).toEqual(['failed', 30, 3, 1, 'no']);
    one.send({ type: 'upload.retry' });
    expect(at()).toEqual(['queued', 0, 0, 0, null]);
    send(20);
    one.send({ type: 'answer.accepted' });
    expect(at()).toEqual(['done', 100, 1, 0, null]);
  });

  it('UP-2: an upload that takes too long is ended and tried again, three times in all', async () => {
    const one = upload();
    one.send({ type: 'turn.came' });
    for (const state of ['waiting', 'waiting', 'failed']) {
      await one.clock.advance(59_999);
      expect(one.state()).toBe('"sending"');
      one.effects.length = 0;
      await one.clock.advance(1);
      expect([one.state(), one.effects[0]]).toEqual([`"${state}"`, { type: 'abortTransfer' }]);
      await one.clock.advance(3_000);
    }
    expect(one.effects).toEqual([{ type: 'abortTransfer' }, { type: 'giveTurnBack' }]);
    expect(one.clock.pending()).toBe(0);
  });

  it('UP-2: an attempt without a connection does not count and is repeated', async () => {
    const one = upload();
    one.send({ type: 'turn.came' });
    for (let time = 0; time < 10; time += 1) {
      one.send({ type: 'transfer.lost' });
      expect(one.state()).toBe('"waiting"');
      await one.clock.advance(3_000);
    }
    one.send({ type: 'transfer.lost' }, { type: 'network.returned' });
    expect([one.state(), one.context().attempts]).toEqual(['"sending"', 1]);
  });

  it('UP-3: a refusal keeps its reason, cancelling aborts and gives the turn back', () => {
    const refused = upload();
    refused.send({ type: 'turn.came' }, { type: 'answer.refused', reason: 'too large' });
    expect([refused.state(), refused.context().reason]).toEqual(['"failed"', 'too large']);
    const cancelled = upload();
    cancelled.send({ type: 'turn.came' }, { type: 'upload.cancel' });
    expect(cancelled.effects.slice(-2)).toEqual([{ type: 'abortTransfer' }, { type: 'giveTurnBack' }]);
    expect(cancelled.clock.pending()).toBe(0);
  });
});

describe('update', () => {
  it('UPD-1: nothing leads past a forced update', () => {
    const one = update();
    one.send(
      { type: 'check.asked', byHand: false },
      findMatches('forced'),
      { type: 'update.later' },
      { type: 'check.asked', byHand: true },
    );
    expect(one.state()).toBe('"forced"');
    one.send({ type: 'update.take' }, { type: 'download.failed' });
    expect(one.state()).toBe('"forced"');
  });

  it('UPD-2: an optional one is put off until the next version', () => {
    const one = update();
    one.send({ type: 'check.asked', byHand: false }, findMatches('optional'), { type: 'update.later' });
    one.send({ type: 'check.asked', byHand: false }, findMatches('optional'));
    expect(one.state()).toBe('"idle"');
    one.send({ type: 'check.asked', byHand: false }, findMatches('optional', '6.2.0'));
    expect(one.state()).toBe('"offered"');
  });

  it('UPD-3: a silent check does not ask the user; a manual check shows its result', () => {
    const silent = update();
    silent.send({ type: 'check.asked', byHand: false }, findMatches('silent'), { type: 'download.failed' });
    expect(silent.effects.map((effect) => effect.type)).toEqual(['askServer', 'download']);
    const byHand = update();
    byHand.send(
      { type: 'check.asked', byHand: true },
      { type: 'check.none' },
      { type: 'check.asked', byHand: true },
      { type: 'check.failed' },
    );
    expect(byHand.effects.map((effect) => effect.type)).toEqual([
      'askServer',
      'tellLatest',
      'askServer',
      'tellCheckFailed',
    ]);
  });
});
