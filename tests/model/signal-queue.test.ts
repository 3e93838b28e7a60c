import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createSignalQueue, type SignalQueue, type SignalStep } from '../../src/client/call/signal-queue.ts';
import type { Api, RequestResult } from '../../src/client/connection/api.ts';
import { CALL } from '../../src/domain/call.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { callLimits as limits } from '../../src/domain/limits.ts';

const step = (event: SignalStep['event']): SignalStep => ({
  call: messageId('c-1'),
  to: userId(2),
  video: false,
  event,
  code: event === 'hangup' ? CALL.ended : null,
  talkSec: null,
  sdp: '',
  candidates: [],
  path: 0,
});

const accepted: RequestResult = {
  kind: 'envelope',
  envelope: { code: 0, msg: '', count: 0, data: {}, page: 0, whole: {} },
};

/** A queue whose server is away until the test lets it answer. */
function away(joins = false): {
  readonly queue: SignalQueue;
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly seen: string[];
  readonly failed: string[];
  readonly back: () => void;
} {
  const clock = createVirtualClock();
  const [seen, failed]: [string[], string[]] = [[], []];
  let there = false;
  let made = 0;
  const api: Pick<Api, 'ask' | 'last'> = {
    ask: (_path, body): Promise<RequestResult> => {
      const { event, op } = body as { event: string; op: string };
      if (!there) return Promise.resolve({ kind: 'broken' });
      seen.push(`${event} ${op}`);
      return Promise.resolve(accepted);
    },
    last: (_path, body) => {
      const { event, op } = body as { event: string; op: string };
      seen.push(`last ${event} ${op}`);
      return Promise.resolve(accepted);
    },
  };
  const queue = createSignalQueue({
    clock,
    ids: { hex: () => 'x', uuid: () => `op-${(made += 1)}` },
    api: api as Api,
    joins: () => joins,
    sent: () => undefined,
    refused: () => undefined,
    failed: (one) => void failed.push(one.event),
  });
  return { queue, clock, seen, failed, back: () => void (there = true) };
}

describe('signals before a server that is away', () => {
  it('CALL-31: a hang-up arrives when the server is back after a minute, once', async () => {
    const { queue, clock, seen, failed, back } = away();
    queue.push(step('hangup'));
    await clock.advance(60_000);
    back();
    await clock.advance(10_000);
    expect([seen, failed, clock.pending()]).toEqual([['hangup op-1'], [], 0]);
  });

  it('CALL-31: a step is given up in the end, and leaves no timer', async () => {
    const { queue, clock, failed } = away();
    queue.push(step('hangup'));
    await clock.advance(300_000);
    expect([failed, clock.pending()]).toEqual([['hangup'], 0]);
  });

  it('CALL-19: a step that is useful only now is given up soon', async () => {
    const { queue, clock, failed } = away();
    queue.push(step('answer'));
    await clock.advance(10_000);
    expect([failed, clock.pending()]).toEqual([['answer'], 0]);
  });

  it('CALL-11: an accepted call repeats this until the wait for the connection is over', async () => {
    const { queue, clock, failed } = away();
    queue.push(step('acceptRtc'));
    await clock.advance(limits.connectMs);
    expect(failed).toEqual([]);
    await clock.advance(10_000);
    expect([failed, clock.pending()]).toEqual([['acceptRtc'], 0]);
  });

  it('CALL-11: after the end of a call only its first and last step are still sent', async () => {
    const { queue, clock, seen, back } = away();
    for (const one of ['calling', 'acceptRtc', 'answer'] as const) queue.push(step(one));
    queue.over(step('answer').call);
    back();
    await clock.advance(60_000);
    expect(seen.map((said) => said.split(' ')[0])).toEqual(['calling']);
  });
});

describe('signals on their way', () => {
  it('CALL-19: a step under way when all were dropped is not sent again', async () => {
    const { queue, clock, seen, failed, back } = away();
    queue.push(step('answer'));
    queue.clear();
    back();
    await clock.advance(60_000);
    expect([seen, failed, clock.pending()]).toEqual([[], [], 0]);
  });

  it('CALL-22: a page that goes says a hang-up once more and last, and nothing else that waits', async () => {
    for (const before of [[], [step('answer')]]) {
      const { queue, clock, seen, failed, back } = away();
      for (const one of before) queue.push(one);
      await queue.leave(() => queue.push(step('hangup')));
      back();
      await clock.advance(300_000);
      expect([seen, failed, clock.pending()]).toEqual([
        [`last hangup op-${before.length + 1}`],
        ['hangup'],
        0,
      ]);
    }
  });

  it('CALL-20: after a few posts candidates wait for others; nothing else waits with them', async () => {
    const { queue, clock, seen, back } = away(true);
    back();
    for (let post = 0; post < limits.candidatePostsAtOnce + 1; post += 1) {
      queue.push({ ...step('iceCandidate'), candidates: [`{"n":${post}}`] });
      await clock.advance(0);
    }
    expect(seen).toHaveLength(limits.candidatePostsAtOnce);
    queue.clear();
    queue.push(step('answer'));
    await clock.advance(0);
    expect(seen.at(-1)).toMatch(/^answer /);
  });

  it('CALL-19: an end that comes while another step is on its way leaves that step where it is', async () => {
    const { queue, clock, seen, failed, back } = away();
    queue.push(step('offer'));
    queue.push(step('hangup'));
    await clock.advance(0);
    back();
    await clock.advance(60_000);
    expect([seen.map((one) => one.split(' ')[0]), failed, clock.pending()]).toEqual([['hangup'], [], 0]);
  });

  it('CALL-20: only candidates wait for others, and only before they were tried', async () => {
    const { queue, clock, seen, back } = away(true);
    back();
    for (let post = 0; post <= limits.candidatePostsAtOnce; post += 1) {
      queue.push({ ...step('iceCandidate'), candidates: [`{"n":${post}}`] });
      await clock.advance(0);
    }
    expect(seen).toHaveLength(limits.candidatePostsAtOnce);
    await clock.advance(limits.candidateWaitMs - 1);
    expect(seen).toHaveLength(limits.candidatePostsAtOnce);
    await clock.advance(1);
    expect(seen).toHaveLength(limits.candidatePostsAtOnce + 1);
    queue.push(step('answer'));
    await clock.advance(0);
    expect([seen.at(-1)?.split(' ')[0], clock.pending()]).toEqual(['answer', 0]);
  });
});
