import { expect, it } from 'vitest';
import { CallMedia } from '../../src/client/call/call-media.ts';
import { callLimits as limits } from '../../src/domain/call-limits.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { DeviceKind, MediaPort, MediaProblem, PeerOptions, PeerSignal } from '../../src/ports/media.ts';

/** Media of a call with connections that record their calls. */
function media(before = 0) {
  const made: PeerOptions[] = [];
  const reports: string[] = [];
  const on = {
    refused: null as MediaProblem | null,
    changes: 0,
    closed: 0,
    sharingEnded: () => undefined as void,
    lost: (_kind: DeviceKind) => undefined as void,
    /** Results of the next requests for a microphone or camera. */
    answers: [] as (MediaProblem | 'given')[],
    asked: [] as string[],
  };
  const received = { on: true };
  const ask = async (kind: string) => {
    on.asked.push(kind);
    const answer = on.answers.shift() ?? 'given';
    await Promise.resolve();
    return answer === 'given' ? ok(undefined) : fail(answer);
  };
  const local = {
    view: { id: 'mine' },
    hasCamera: false,
    get isHeard() {
      return received.on;
    },
    setMicrophone: async (to: boolean) => {
      if (!to || received.on) return ((received.on = to), ok(undefined));
      const done = await ask('microphone');
      received.on = done.ok;
      return done;
    },
    setCamera: async (to: boolean) => {
      const done = to ? await ask('camera') : ok(undefined);
      local.hasCamera = to && done.ok;
      return done;
    },
    switchCamera: async () => fail('missing'),
    switchMicrophone: async () => ok(undefined),
    shareScreen: async (ended: () => void) => ((on.sharingEnded = ended), ok(undefined)),
    stopSharing: async () => undefined,
    onLost: (run: (kind: DeviceKind) => void) => void (on.lost = run),
    close: () => void (on.closed += 1),
  };
  /** A device that is in use is pulled out. */
  const unplug = async (kind: DeviceKind, ...answers: (MediaProblem | 'given')[]) => {
    on.answers = answers;
    on.asked = [];
    if (kind === 'microphone') received.on = false;
    else local.hasCamera = false;
    on.lost(kind);
    const atOnce = kind === 'microphone' ? call.local.microphone : call.local.camera;
    await new Promise<void>((done) => void setImmediate(done));
    const now = kind === 'microphone' ? call.local.microphone : call.local.camera;
    return { atOnce, now, asked: on.asked, news: call.deviceNews };
  };
  const port = {
    open: async () => (on.refused ? fail(on.refused) : ok(local)),
    connect: (options: PeerOptions) => {
      const name = made.push(options);
      return {
        take: ({ kind, text }: PeerSignal) => void reports.push(`${name} ${kind} ${text}`),
        restart: () => void reports.push(`${name} restart`),
        close: () => void reports.push(`${name} close`),
      };
    },
  } as unknown as MediaPort;
  const call = new CallMedia({
    port,
    before,
    servers: () => [],
    relayOnly: () => false,
    signal: (signal, path) => void reports.push(`said ${signal.kind} ${path}`),
    onEvent: (what) => void reports.push(what),
    changed: () => void (on.changes += 1),
  });
  const takeAll = () => reports.splice(0);
  /** The number of changes that the page received. */
  const changes = () => on.changes;
  const offer = (path: number | null) => {
    call.take({ kind: 'offer', text: `for ${path}` }, path);
    return takeAll();
  };
  return { call, made, on, taken: takeAll, changes, offer, unplug };
}

it('CALL-10: devices are open from being given until the end, and a later answer is given back', async () => {
  const one = media();
  expect(one.call.isOpen).toBe(false);
  one.on.refused = 'denied';
  expect([await one.call.open(true), one.call.isOpen, one.call.problem]).toEqual([false, false, 'denied']);
  one.on.refused = null;
  expect([await one.call.open(true), one.call.isOpen, one.changes()]).toEqual([true, true, 1]);
  one.call.close();
  expect([one.call.isOpen, one.on.closed]).toEqual([false, 1]);
  expect([await one.call.open(true), one.call.isOpen, one.on.closed]).toEqual([null, false, 2]);
});

it('CALL-20: offers of an earlier connection, or of one that a page before had, begin nothing', async () => {
  const one = media(2);
  expect(one.offer(3)).toEqual([]);
  await one.call.open(false);
  expect([one.offer(1), one.offer(2), one.made.length]).toEqual([[], [], 0]);
  expect([one.offer(3), one.made.map(({ initiator }) => initiator)]).toEqual([['1 offer for 3'], [false]]);
  // The same connection on a new path, also from a client that counts none.
  expect([one.offer(3), one.offer(null), one.offer(2)]).toEqual([
    ['1 offer for 3'],
    ['1 offer for null'],
    [],
  ]);
  expect([one.offer(5), one.call.path]).toEqual([['1 close', '2 offer for 5'], 5]);
  // A connection that the other side no longer has is not continued.
  one.call.drop();
  expect(one.offer(5)).toEqual([]);
  expect([one.offer(null), one.call.path]).toEqual([['2 close', '3 offer for null'], 6]);
});

it('CALL-20: answers and candidates come to the connection that they are of', async () => {
  const one = media();
  await one.call.open(false);
  one.call.take({ kind: 'answer', text: 'x' }, 1);
  one.call.connect(false);
  expect(one.made).toHaveLength(0);
  one.call.connect(true);
  for (const path of [0, 1, 2, null]) one.call.take({ kind: 'answer', text: 'x' }, path);
  expect(one.taken()).toEqual(['1 answer x', '1 answer x']);
  const candidates = (text: string) => {
    one.call.take({ kind: 'iceCandidate', text }, 1);
    return one.taken();
  };
  expect(candidates('{"a":1}')).toEqual(['1 iceCandidate {"a":1}']);
  expect(candidates('[{"a":1},{"a":2}]')).toEqual(['1 iceCandidate {"a":1}', '1 iceCandidate {"a":2}']);
  expect(candidates('[no list')).toEqual([]);
  const many = Array.from({ length: limits.candidatesMax + 1 }, (_, a) => ({ a }));
  expect(candidates(JSON.stringify(many))).toHaveLength(limits.candidatesMax);
});

it('CALL-12: the caller repairs a connection once, waits once, and then makes another', async () => {
  const one = media();
  await one.call.open(false);
  one.call.repair(false);
  expect(one.made).toHaveLength(0);
  one.call.connect(true);
  const steps = [1, 2, 3].map(() => {
    one.call.repair(true);
    return [one.call.path, ...one.taken()];
  });
  expect(steps).toEqual([[1, '1 restart'], [1], [2, '1 close']]);
  // A restored connection is repaired again, a failed one is not.
  one.made[1]?.on({ type: 'connected' });
  one.call.repair(true);
  one.made[1]?.on({ type: 'failed' });
  one.call.repair(true);
  expect(one.taken()).toEqual(['connected', '2 restart', 'failed', '2 close']);
  // A replaced connection reports nothing.
  one.made[1]?.on({ type: 'connected' });
  one.made[2]?.on({ type: 'signal', signal: { kind: 'offer', text: '' } });
  expect(one.taken()).toEqual(['said offer 3']);
});

it('CALL-24: the page hears of each change, and of no other', async () => {
  const one = media();
  expect(await one.call.setCamera(true)).toEqual(fail('missing'));
  await one.call.open(false);
  const changed = async (act: () => unknown) => {
    const before = one.changes();
    await act();
    return one.changes() - before;
  };
  expect(await changed(() => one.call.connect(true))).toBe(1);
  expect([await changed(() => one.call.setMicrophone(false)), one.call.local.microphone]).toEqual([1, false]);
  expect(await changed(() => one.call.setCamera(true))).toBe(1);
  expect([await changed(() => one.call.shareScreen(true)), one.call.local.sharing]).toEqual([1, true]);
  expect([await changed(() => one.on.sharingEnded()), one.call.local.sharing]).toEqual([1, false]);
  expect([await changed(() => one.call.switchCamera('x')), one.call.problem]).toEqual([1, 'missing']);
  expect([await changed(() => one.call.switchMicrophone('x')), one.call.problem]).toEqual([1, null]);
  const [peer] = one.made;
  const quality = (is: 'good' | 'poor') => peer?.on({ type: 'quality', quality: is as never });
  expect(await changed(() => quality('poor'))).toBe(1);
  expect(await changed(() => quality('poor'))).toBe(0);
  expect(await changed(() => quality('good'))).toBe(1);
  const view = { id: 'theirs' };
  const remote = { type: 'remote', view, hasCamera: true, microphone: false, sharing: true } as const;
  expect([await changed(() => peer?.on(remote)), one.call.remote]).toEqual([
    1,
    { view, camera: true, microphone: false, sharing: true },
  ]);
});

it.each(['microphone', 'camera'] as const)(
  'CALL-48: a %s that is unplugged during use is replaced, and the user reads it',
  async (kind) => {
    const one = media();
    await one.call.open(false);
    if (kind === 'camera') await one.call.setCamera(true);
    expect(await one.unplug(kind, 'given')).toEqual({
      atOnce: false,
      now: true,
      asked: [kind],
      news: { kind, what: 'replaced' },
    });
  },
);

it.each(['microphone', 'camera'] as const)(
  'CALL-48: a %s without another one is shown as off, and switching it on asks again',
  async (kind) => {
    const one = media();
    await one.call.open(false);
    if (kind === 'camera') await one.call.setCamera(true);
    expect(await one.unplug(kind, 'missing')).toMatchObject({ now: false, news: { kind, what: 'off' } });
    const on = () => (kind === 'camera' ? one.call.setCamera(true) : one.call.setMicrophone(true));
    one.on.answers = ['denied', 'given'];
    expect(await on()).toEqual(fail('denied'));
    expect(one.call.local).toMatchObject({ [kind]: false });
    if (kind === 'microphone') expect(one.call.deviceNews).toEqual({ kind, what: 'denied' });
    expect([await on(), one.call.local[kind], one.on.asked]).toEqual([
      ok(undefined),
      true,
      [kind, kind, kind],
    ]);
  },
);

it('CALL-48: a microphone that is lost while the user is muted opens no other one', async () => {
  const one = media();
  await one.call.open(false);
  await one.call.setMicrophone(false);
  expect(await one.unplug('microphone')).toEqual({ atOnce: false, now: false, asked: [], news: null });
});

it('CALL-48: a loose plug asks for a few devices only, until the user chooses again', async () => {
  const one = media();
  await one.call.open(false);
  const replaced: boolean[] = [];
  for (let times = 0; times <= limits.replacedDevicesMax; times += 1)
    replaced.push((await one.unplug('microphone')).now);
  expect(replaced).toEqual([...Array.from({ length: limits.replacedDevicesMax }, () => true), false]);
  await one.call.setMicrophone(true);
  expect((await one.unplug('microphone')).now).toBe(true);
});
