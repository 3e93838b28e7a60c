import { describe, expect, it } from 'vitest';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { enveloped, GROUP, house, inCall, LOST } from './group-call-house.ts';

const incoming = (call: string) =>
  ({
    type: 'callSignal',
    conversation: contactId(99),
    from: { id: userId(99), displayName: 'Bert', realname: 'Bert', avatar: '' },
    call: messageId(call),
    signal: {
      kind: 'calling',
      video: false,
      status: null,
      code: null,
      talkSec: null,
      sdp: '',
      candidate: '',
      isMobile: false,
      no: null,
      path: null,
    },
    isMissed: false,
  }) as const;

describe('participation', () => {
  it('GCALL-11: refused and denied devices end it with the reason, and nothing is left running', async () => {
    for (const [refusal, end] of [
      [{ refusal: 'full' }, 'full'],
      [{ refusal: 'removed' }, 'removed'],
      [{ refusal: 'serverFull' }, 'serverFull'],
      [{}, 'refused'],
      [null, 'deviceDenied'],
    ] as const) {
      const all = house();
      const a = all.device(1);
      if (refusal === null) a.media.answer = 'denied';
      else all.on.answers['joinGroupCall'] = enveloped(400, refusal);
      await a.join();
      await all.wait(200);
      expect([a.stage(), a.end(), all.media.devices.size]).toEqual(['ended', end, 0]);
      expect(all.clock.pending()).toBe(0);
      a.driver.actions.closeGroupCall();
      expect(a.view()).toBeNull();
    }
  });

  it('GCALL-11: leaving closes all connections, and a leave never overtakes its join', async () => {
    const { a, b, on, media, wait, clock } = await inCall(2);
    b.driver.actions.leaveGroupCall();
    await wait(200);
    expect([b.end(), a.others(), media.devices.size, media.peers.size]).toEqual(['left', [], 1, 0]);
    a.driver.actions.leaveGroupCall();
    await wait(200);
    expect([on.call, clock.pending()]).toEqual([null, 0]);
    const gate: (() => void)[] = [];
    on.hold = new Promise((done) => gate.push(done));
    await a.join();
    await wait(6);
    a.driver.actions.leaveGroupCall();
    await wait(200);
    expect(a.posts.at(-1)).toBe('joinGroupCall');
    gate[0]?.();
    await wait(200);
    expect([a.posts.at(-1), on.call]).toEqual(['leaveGroupCall', null]);
  });

  it('GCALL-8: connections continue without the server; later the same name joins again', async () => {
    const { a, b, wait } = await inCall(2);
    const name = a.view()?.device;
    a.cut();
    await wait(30_000);
    expect([a.stage(), a.others(), b.others()]).toEqual(['reconnecting', ['2 connected'], ['1 connected']]);
    expect(a.reconnects()).toBe(5);
    a.bind();
    await wait(100);
    expect([a.stage(), a.joins(), a.view()?.device]).toEqual(['inCall', 2, name]);
    expect([a.media.made.length, b.others()]).toEqual([1, ['1 connected']]);
  });

  it('GCALL-8: without a server for a minute it ends as lost', async () => {
    const { a, on, wait, media } = await inCall(2);
    on.answers['leaveGroupCall'] = LOST;
    a.cut();
    await wait(60_000);
    expect([a.end(), media.devices.size]).toEqual(['lost', 1]);
  });

  it('GCALL-9: a device that is not listed joins again; removed, over and elsewhere end it', async () => {
    const absent = await inCall(2);
    absent.set((absent.on.call?.participants ?? []).slice(0, 1));
    await absent.wait(200);
    expect([absent.b.stage(), absent.a.others()]).toEqual(['inCall', ['2 connected']]);

    const removed = await inCall(2);
    removed.on.answers['joinGroupCall'] = enveloped(400, { refusal: 'removed' });
    removed.set((removed.on.call?.participants ?? []).slice(0, 1));
    await removed.wait(200);
    expect([removed.b.end(), removed.media.devices.size]).toEqual(['removed', 1]);

    const over = await inCall(2);
    over.set([]);
    await over.wait(200);
    expect([over.a.end(), over.b.end(), over.media.peers.size]).toEqual(['over', 'over', 0]);

    const elsewhere = await inCall(2);
    const second = elsewhere.device(2);
    await second.join();
    await elsewhere.wait(2_000);
    expect([elsewhere.b.end(), second.stage(), elsewhere.a.others()]).toEqual([
      'elsewhere',
      'inCall',
      ['2 connected'],
    ]);
  });

  it('GCALL-9: a call that ended during an outage is not begun again', async () => {
    const { a, on, set, wait } = await inCall(1);
    a.cut();
    on.call = null;
    a.lists(null);
    a.bind();
    await wait(100);
    expect([a.end(), a.joins(), on.call]).toEqual(['over', 1, null]);

    const late = await inCall(1);
    late.a.cut();
    late.on.call = null;
    late.a.bind();
    await late.wait(200);
    expect([late.a.end(), late.on.call]).toEqual(['over', null]);
    set([]);
  });

  it('GCALL-9: a list that never has the device, although it joined, is asked again', async () => {
    const all = house();
    all.on.frameMs = 15_000;
    const a = all.device(1);
    await a.join();
    await all.wait(9_000);
    expect([a.stage(), a.joins()]).toEqual(['inCall', 1]);
    await all.wait(20_000);
    expect([a.stage(), a.joins()]).toEqual(['inCall', 2]);
  });
});

describe('one call at a time', () => {
  it('GCALL-13: during a group call a call of two is answered busy and cannot be begun', async () => {
    const { a, wait } = await inCall(1);
    expect([a.driver.view.mayCall(contactId(99)), a.driver.groups.mayJoin(GROUP)]).toEqual([
      'busyElsewhere',
      'busy',
    ]);
    a.driver.signalled(incoming('c1'));
    await wait(100);
    expect([a.posts.at(-1), a.driver.view.get(), a.stage()]).toEqual(['sendToMsg', null, 'inCall']);
    a.driver.actions.leaveGroupCall();
    await wait(100);
    expect([a.driver.view.mayCall(contactId(99)), a.driver.groups.mayJoin(GROUP)]).toEqual([null, null]);
    a.driver.signalled(incoming('c2'));
    expect([a.driver.view.get()?.stage, a.driver.groups.mayJoin(GROUP)]).toEqual(['ringing', 'busy']);
    expect((await a.join()).ok).toBe(false);
  });

  it('GCALL-13: the buttons of devices act on the group call', async () => {
    const { a, wait } = await inCall(1);
    a.driver.actions.setMicrophone(false);
    await a.driver.actions.setCamera(true);
    await a.driver.actions.shareScreen(true);
    await wait(10);
    expect(a.view()?.local).toMatchObject({ microphone: false, camera: true, sharing: true });
  });

  it('GCALL-11: eight places: the ninth user may not join, one of the eight may', () => {
    const all = house();
    const eight = Array.from({ length: 8 }, (_, at) => ({
      device: String(at),
      user: userId(at + 1),
      name: '',
      avatar: '',
      joinedAtMs: 1,
      isHandRaised: false,
    }));
    all.set(eight);
    expect([all.device(9), all.device(8)].map((one) => one.driver.groups.mayJoin(GROUP))).toEqual([
      'full',
      null,
    ]);
  });
});

describe('a page that is left', () => {
  it('GCALL-14: it leaves by a last request, and the next page returns with the same switches', async () => {
    const { a, b, device, kill, set, on, wait } = await inCall(2);
    b.driver.actions.setMicrophone(false);
    await b.driver.actions.setCamera(true);
    await b.driver.left('page');
    expect(b.last).toEqual(['leaveGroupCall']);
    kill(b);
    set((on.call?.participants ?? []).slice(0, 1));
    const next = device(2, b.memory);
    next.bind();
    expect(next.stage()).toBe('returning');
    next.driver.actions.returnToGroupCall();
    await wait(2_000);
    expect([next.stage(), next.others(), a.others()]).toEqual(['inCall', ['1 connected'], ['2 connected']]);
    expect(next.view()?.local).toMatchObject({ microphone: false, camera: true });
  });

  it('GCALL-14: a declined offer, an ignored one and a call that is over leave nothing', async () => {
    for (const what of ['declined', 'not taken', 'over', 'over before', 'closed'] as const) {
      const { a, b, device, kill, set, on, wait } = await inCall(2);
      void b.driver.left('page');
      kill(b);
      set((on.call?.participants ?? []).slice(0, 1));
      await wait(50);
      if (what === 'over before') a.driver.actions.leaveGroupCall();
      await wait(50);
      const next = device(2, b.memory);
      next.bind();
      if (what === 'declined') next.driver.actions.leaveGroupCall();
      if (what === 'over') a.driver.actions.leaveGroupCall();
      if (what === 'closed') next.driver.closed();
      await wait(what === 'not taken' ? 60_000 : 100);
      expect([what, next.view(), next.joins(), next.memory.get('call-talk')]).toEqual([what, null, 0, null]);
      expect(next.driver.view.mayCall(contactId(99))).toBeNull();
    }
  });

  it('GCALL-14: a second page of the user that closes ends nothing', async () => {
    const { a, b, device, wait } = await inCall(2);
    const second = device(2, b.memory);
    second.bind();
    expect([second.stage(), second.driver.left('page'), second.last]).toEqual(['returning', null, []]);
    await wait(100);
    expect([a.others(), b.others()]).toEqual([['2 connected'], ['1 connected']]);
  });
});

describe('what a user set', () => {
  it('GCALL-10: volume and mute survive joins and new connections', async () => {
    const { a, b, device, media, wait } = await inCall(2);
    a.driver.actions.setVolume(b.view()?.device ?? '', 0);
    a.driver.actions.setMicrophone(false);
    media.fail();
    await wait(5_000);
    const [second, third] = [device(2), device(3)];
    for (const one of [second, third]) {
      await one.join();
      await wait(1_000);
    }
    expect(a.view()?.others.map(({ user, stage, volume }) => [user, stage, volume])).toEqual([
      [2, 'connected', 0],
      [3, 'connected', 1],
    ]);
    expect(a.view()?.local.microphone).toBe(false);
  });
});
