import { describe, expect, it } from 'vitest';
import { catchUpMachine, type CatchUpEffect, type CatchUpEvent } from '../../machines/catch-up.machine.ts';
import { streamLimits } from '../../src/domain/limits.ts';
import { run } from '../support/machine-run.ts';

const makeRequest = (...events: readonly CatchUpEvent[]) => {
  const catchUp = run<CatchUpEffect, CatchUpEvent>(catchUpMachine);
  catchUp.send(...events);
  return { ...catchUp, questions: () => catchUp.effects.map((effect) => effect.question) };
};

describe('catching up', () => {
  it('STREAM-13: an answer to a question of an earlier bind changes nothing', () => {
    const catchUp = makeRequest({ type: 'socket.bound' }, { type: 'socket.gone' }, { type: 'socket.bound' });
    expect(catchUp.questions()).toEqual([1, 2]);
    catchUp.send({ type: 'sync.answered', question: 1 }, { type: 'sync.failed', question: 1 });
    expect(catchUp.state()).toBe('"asking"');
    catchUp.send({ type: 'sync.answered', question: 2 });
    expect(catchUp.state()).toBe('"settled"');
  });

  it('SYNC-4: requests during an open question become one question afterwards', () => {
    const catchUp = makeRequest(
      { type: 'socket.bound' },
      { type: 'sync.wanted' },
      { type: 'sync.wanted' },
      { type: 'sync.answered', question: 1 },
    );
    expect(catchUp.questions()).toEqual([1, 2]);
    catchUp.send({ type: 'sync.answered', question: 2 });
    expect([catchUp.questions(), catchUp.state()]).toEqual([[1, 2], '"settled"']);
  });

  it('CONF-6: a list that is another one is asked for whole after a rest, until it is there', async () => {
    const catchUp = makeRequest({ type: 'socket.bound' }, { type: 'list.stale' });
    catchUp.send({ type: 'sync.answered', question: 1 });
    expect(catchUp.state()).toBe('"resting"');
    await catchUp.clock.advance(streamLimits.listRestMs);
    catchUp.send({ type: 'sync.failed', question: 2 }, { type: 'socket.gone' }, { type: 'socket.bound' });
    catchUp.send({ type: 'sync.answered', question: 3 });
    expect(catchUp.effects.map((effect) => effect.whole)).toEqual([false, true, true]);
    expect(catchUp.state()).toBe('"settled"');
  });

  it('SYNC-4: a failed question is asked again after longer and longer pauses, while bound', async () => {
    const catchUp = makeRequest({ type: 'socket.bound' });
    for (const [question, pauseMs] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      catchUp.send({ type: 'sync.failed', question });
      await catchUp.clock.advance(pauseMs - 1);
      expect(catchUp.questions()).toHaveLength(question);
      await catchUp.clock.advance(1);
      expect(catchUp.questions()).toHaveLength(question + 1);
    }
    catchUp.send({ type: 'sync.failed', question: 4 }, { type: 'socket.gone' });
    expect(catchUp.clock.pending()).toBe(0);
  });
});
