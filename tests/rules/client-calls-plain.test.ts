import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createSignalQueue, type SignalStep } from '../../src/client/call/signal-queue.ts';
import { type Flow, flowOf, qualityOf } from '../../src/client/browser/media/quality-watch.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { callStage } from '../support/call-people.ts';
import { countingIds } from '../support/counting-ids.ts';
import { startWorld, type World } from '../support/world.ts';

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

const step = (over: Partial<SignalStep>): SignalStep => ({
  call: messageId('u1'),
  to: userId(2),
  video: false,
  event: 'iceCandidate',
  code: null,
  talkSec: null,
  sdp: '',
  candidates: [],
  path: 1,
  ...over,
});

/** A queue whose every post is answered after some time. */
function queue(joins: boolean, answerMs = 20) {
  const clock = createVirtualClock();
  const posts: Record<string, unknown>[] = [];
  const failed: SignalStep[] = [];
  const made = createSignalQueue({
    clock,
    ids: countingIds(),
    api: {
      ask: (_path: string, body: unknown) => {
        posts.push(body as Record<string, unknown>);
        return new Promise(
          (resolve) =>
            void clock.setTimeout(
              () =>
                resolve({
                  kind: 'envelope',
                  envelope: { code: 0, msg: '', count: 0, data: '', page: 1, whole: null },
                }),
              answerMs,
            ),
        );
      },
    } as never,
    joins: () => joins,
    sent: () => undefined,
    refused: () => undefined,
    failed: (one) => failed.push(one),
  });
  return { clock, posts, failed, push: (over: Partial<SignalStep>) => made.push(step(over)) };
}

describe('signals on their way out', () => {
  it('CALL-20: candidates that come one by one for ten seconds need few posts, and none is lost', async () => {
    const { clock, posts, push } = queue(true);
    push({ event: 'offer', sdp: 'v=0' });
    for (let at = 0; at < 50; at += 1) {
      push({ candidates: [JSON.stringify({ candidate: `c${at}` })] });
      await clock.advance(200);
    }
    await clock.advance(10_000);
    expect(posts.length).toBeLessThanOrEqual(11);
    const sent = posts.slice(1).flatMap((body) => {
      const text = String(body['iceCandidate']);
      return text.startsWith('[')
        ? (JSON.parse(text) as { candidate: string }[])
        : [JSON.parse(text) as { candidate: string }];
    });
    expect(sent.map((one) => one.candidate)).toEqual(Array.from({ length: 50 }, (_, at) => `c${at}`));
  });

  it('CALL-20: a peer that counts no connections gets them one by one', async () => {
    const { clock, posts, push } = queue(false);
    for (let at = 0; at < 5; at += 1) push({ candidates: [`{"candidate":"c${at}"}`] });
    await clock.advance(1_000);
    expect(posts.map((body) => body['iceCandidate'])).toEqual(
      [0, 1, 2, 3, 4].map((at) => `{"candidate":"c${at}"}`),
    );
  });

  it('CALL-19: a new connection makes what waits of the old one useless, a hang-up everything', async () => {
    const { clock, posts, push } = queue(true, 1_000);
    push({ event: 'offer', sdp: 'one' });
    push({ candidates: ['{}'] });
    push({ event: 'offer', sdp: 'two', path: 2 });
    await clock.advance(1_500);
    push({ candidates: ['{}'], path: 2 });
    push({ event: 'hangup' });
    await clock.advance(5_000);
    expect(posts.map((body) => [body['event'], body['sdp']])).toEqual([
      ['offer', 'one'],
      ['offer', 'two'],
      ['hangup', undefined],
    ]);
  });

  it('CALL-19: no more than 128 wait', () => {
    const { failed, push } = queue(true);
    for (let at = 0; at < 140; at += 1) push({ event: 'busy', call: messageId(`u${at}`) });
    expect(failed).toHaveLength(11);
  });
});

it.each([
  [{ received: 100, lost: 0, roundTripSec: 0.1 }, 'good'],
  [{ received: 96, lost: 4, roundTripSec: 0.1 }, 'fair'],
  [{ received: 100, lost: 0, roundTripSec: 0.4 }, 'fair'],
  [{ received: 90, lost: 10, roundTripSec: 0.1 }, 'poor'],
  [{ received: 100, lost: 0, roundTripSec: 0.7 }, 'poor'],
  [{ received: 0, lost: 0, roundTripSec: 0 }, 'good'],
] as const)('CALL-26: %o since the last look is %s', (since, quality) => {
  const last = { received: 1_000, losses: 500, frames: 0, roundTripSec: 5 };
  expect(
    qualityOf(last, {
      received: last.received + since.received,
      losses: last.losses + since.lost,
      frames: 0,
      roundTripSec: since.roundTripSec,
    }),
  ).toBe(quality);
});

/** One sign for each look: whether it comes. */
const play = (counts: readonly (readonly [number, number])[]): string => {
  let flow: Flow = { received: 0, answered: 0, dryLooks: 0, isArriving: true };
  return counts
    .map(([received, answered]) => ((flow = flowOf(flow, { received, answered })).isArriving ? '+' : '-'))
    .join('');
};

it('CALL-45: a stopped stream shows in 1.5 s, its return at once; a silent peer is not a stop', () => {
  expect(
    play([
      [0, 0],
      [0, 1],
      [0, 1],
      [0, 2],
      [50, 2],
      [100, 3],
    ]),
  ).toBe('++++++');
  expect(
    play([
      [50, 1],
      [100, 1],
      [100, 1],
      [100, 1],
      [100, 1],
      [100, 1],
      [100, 1],
      [120, 1],
    ]),
  ).toBe('++++---+');
  // It answers, so it is there: it only sends nothing.
  expect(
    play([
      [50, 1],
      [50, 1],
      [50, 2],
      [50, 2],
      [50, 2],
      [50, 3],
      [50, 3],
      [50, 3],
    ]),
  ).toBe('+++--+++');
});

describe('a plain client at the other end', () => {
  it('CALL-20: is called, answers, and gives and gets single candidates', async () => {
    const world = await startWorld();
    open.push(world);
    const stage = callStage(world);
    const anna = await stage.person('anna');
    const plain = await world.person('cleo');
    await world.befriend(
      { id: anna.id, token: anna.browser.profile.settings().get('authToken') ?? '' } as never,
      plain,
    );
    const socket = await world.online(plain, { plain: true });
    await stage.until(
      () => anna.tab.client.core.get().contacts.get(String(plain.id) as never)?.isOnline === true,
    );
    const begun = await anna.tab.client.actions.startCall(userId(plain.id), {
      video: true,
      name: 'cleo',
      avatar: '',
    });
    const id = begun.ok ? begun.value : '';
    await stage.until(() => anna.stage() === 'calling');
    const signal = (event: string, more: object) =>
      world.ok(plain, 'im/sendToMsg', { id, toContactId: anna.id, type: 1, status: '', event, ...more });
    await stage.until(() => socket.of('webrtc').length === 1);
    await signal('acceptRtc', { code: 904 });
    await stage.until(() => anna.posts().includes('iceCandidate') || anna.posts().includes('offer'));
    await world.settle();
    const offer = socket.of('webrtc').find((frame) => frame.data.extends?.['event'] === 'offer');
    const { name } = JSON.parse(String(offer?.data.extends?.['sdp'])) as { name: number };
    // Answers like a simulated connection, without a connection number.
    const far = anna.media.connect({
      initiator: false,
      local: null as never,
      servers: [],
      relayOnly: false,
      on: () => undefined,
    }) as unknown as { name: number; take(signal: object): void };
    far.take({ kind: 'offer', text: JSON.stringify({ name }) });
    await signal('answer', { sdp: JSON.stringify({ name: far.name }) });
    await signal('iceCandidate', { iceCandidate: { name: far.name } });
    await stage.until(() => anna.posts().filter((event) => event === 'iceCandidate').length === 3);
    far.take({ kind: 'iceCandidate', text: JSON.stringify({ name }) });
    await stage.until(() => anna.stage() === 'talking');
    for (const body of anna.bodies().filter((one) => one['event'] === 'iceCandidate'))
      expect(body['iceCandidate']).toBe(JSON.stringify({ name }));
    await signal('hangup', { code: 906, callTime: 1 });
    await stage.until(() => anna.stage() === 'ended');
    expect(anna.view()?.end).toBe('hungUp');
    await anna.tab.client.stop();
  });

  it('CALL-18: a frame that comes twice counts once', async () => {
    const world = await startWorld();
    open.push(world);
    const stage = callStage(world);
    const [anna, bert] = [await stage.person('anna'), await stage.person('bert')];
    await stage.befriend(anna, bert);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing');
    bert.tab.client.actions.answerCall();
    await stage.until(() => bert.posts().includes('answer'));
    await world.settle();
    const { made } = anna.media;
    const again = {
      id: bert.view()?.id,
      no: 4,
      msg_id: 1,
      type: 'webrtc',
      content: '',
      sendTime: 1,
      toContactId: bert.id,
      fromUser: { id: anna.id },
      extends: { event: 'offer', sdp: 'broken', path: 9 },
    };
    bert.tab.client.core.frame(JSON.stringify({ type: 'webrtc', time: 1, data: again }));
    await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
    expect([made.length, bert.media.made.length]).toEqual([1, 1]);
    for (const one of [anna, bert]) await one.tab.client.stop();
  });
});
