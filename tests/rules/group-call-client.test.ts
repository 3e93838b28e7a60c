import { describe, expect, it } from 'vitest';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { GroupCallSignal } from '../../src/domain/group-call.ts';
import { GROUP, house, inCall, LOST } from './group-call-house.ts';

describe('connections', () => {
  it('GCALL-10: three devices are connected with each other, the last one too', async () => {
    const { devices, media } = await inCall(3);
    expect(devices.map((one) => one.others())).toEqual([
      ['2 connected', '3 connected'],
      ['1 connected', '3 connected'],
      ['1 connected', '2 connected'],
    ]);
    expect([media.peers.size, media.devices.size]).toEqual([6, 3]);
    // The device with the smaller name offers.
    expect(devices.map((one) => one.media.made.map(({ initiator }) => initiator))).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it('GCALL-10: an offer that arrives before the answer to the join connects at once', async () => {
    const all = house();
    const a = all.device(1);
    const b = all.device(2);
    await a.join();
    await all.wait(100);
    const gate: (() => void)[] = [];
    await b.join();
    await all.wait(1);
    // The server adds it, and its answer is slow.
    all.on.hold = new Promise((done) => gate.push(done));
    const participants = all.on.call?.participants ?? [];
    const device = b.view()?.device ?? '';
    all.set([
      ...participants,
      { device, user: userId(2), name: '', avatar: '', joinedAtMs: 1, isHandRaised: false },
    ]);
    await all.wait(2_000);
    expect([a.others(), b.stage()]).toEqual([['2 connecting'], 'joining']);
    gate[0]?.();
    await all.wait(500);
    expect([a.others(), b.others()]).toEqual([['2 connected'], ['1 connected']]);
    expect(a.media.made).toHaveLength(1);
  });

  it('GCALL-10: a broken connection is begun again, with growing waits', async () => {
    const { a, b, media, wait } = await inCall(2);
    media.setDown(true);
    await wait(100);
    expect([a.others(), b.others()]).toEqual([['2 reconnecting'], ['1 reconnecting']]);
    await wait(60_000);
    // 10 s of repair, then attempts of 10 s with 1, 2, 4 s between.
    expect(a.media.made.length).toBeGreaterThanOrEqual(4);
    expect(a.media.made.length).toBeLessThanOrEqual(6);
    media.setDown(false);
    await wait(30_000);
    expect([a.others(), b.others()]).toEqual([['2 connected'], ['1 connected']]);
    expect(media.peers.size).toBe(2);
  });

  it('GCALL-10: a device that leaves the list is closed, and counts on when it returns', async () => {
    const { a, b, on, set, media, wait } = await inCall(2);
    const both = on.call?.participants ?? [];
    on.answers['joinGroupCall'] = LOST;
    set(both.slice(0, 1));
    await wait(500);
    expect([a.others(), media.peers.size]).toEqual([[], 1]);
    on.answers = {};
    await wait(5_000);
    expect([a.others(), b.others(), b.stage()]).toEqual([['2 connected'], ['1 connected'], 'inCall']);
    expect(media.peers.size).toBe(2);
  });

  it('GCALL-10: both sides begin again with a device that was dropped and returned', async () => {
    const { a, b, on, media, wait } = await inCall(2);
    const { call } = on;
    if (call === null) throw new Error('no call');
    // The two changes of the list arrive as one.
    const participants = call.participants.map((one) =>
      one.user === 2 ? { ...one, joinedAtMs: one.joinedAtMs + 5_000 } : one,
    );
    for (const one of [a, b]) one.lists({ ...call, participants });
    await wait(1_000);
    expect([a.others(), b.others(), media.peers.size]).toEqual([['2 connected'], ['1 connected'], 2]);
    expect([a.media.made.length, b.media.made.length]).toEqual([2, 2]);
  });

  it('GCALL-10: a new connection has a new number; a repeated signal changes nothing', async () => {
    const { a, b, on, media, wait } = await inCall(2);
    const { call } = on;
    const [offering] = media.peers;
    if (call === null || offering === undefined) throw new Error('no call');
    const [from = '', to = ''] = call.participants.map(({ device }) => device);
    const text = JSON.stringify({ name: offering.name });
    b.signal({ group: GROUP, call: call.id, from, to, kind: 'offer', text, path: 1 });
    await wait(100);
    expect(b.posts.filter((post) => post.endsWith('answer'))).toHaveLength(1);
    // Only one of the two sides sees that the other returned.
    a.lists({
      ...call,
      participants: call.participants.map((one) => ({ ...one, joinedAtMs: one.joinedAtMs + 1 })),
    });
    await wait(1_000);
    expect([a.others(), b.others()]).toEqual([['2 connected'], ['1 connected']]);
    expect([a.media.made.length, b.media.made.length]).toEqual([2, 2]);
  });

  it('GCALL-10: signals of strangers, other calls and earlier connections change nothing', async () => {
    const { a, b, media, wait } = await inCall(2);
    const [one, two] = [a.view()?.device ?? '', b.view()?.device ?? ''];
    const offer: GroupCallSignal = {
      group: GROUP,
      call: 'call-1',
      from: one,
      to: two,
      kind: 'offer',
      text: '{"name":77}',
      path: 2,
    };
    const peers = [...media.peers];
    for (const wrong of [
      { ...offer, from: 'f'.repeat(32) },
      { ...offer, call: 'call-9' },
      { ...offer, to: one },
      { ...offer, group: contactId('group-4') },
      { ...offer, path: 0 },
      { ...offer, path: 1, kind: 'answer' as const },
      { ...offer, path: 9, kind: 'iceCandidate' as const, text: '[[[' },
      { ...offer, kind: 'muteRequest' as const, from: 'f'.repeat(32) },
    ])
      b.signal(wrong);
    // The second device never offers to the first.
    a.signal({ ...offer, from: two, to: one });
    for (let at = 0; at < 5_000; at += 1)
      b.signal({ ...offer, path: 1, kind: 'iceCandidate', text: '{"name":1}' });
    await wait(1_000);
    expect([...media.peers]).toEqual(peers);
    expect([a.others(), b.others(), b.view()?.muteRequests]).toEqual([['2 connected'], ['1 connected'], 0]);
    b.signal({ ...offer, kind: 'muteRequest', text: '', path: 0 });
    expect(b.view()?.muteRequests).toBe(1);
  });

  it('GCALL-29: a reaction of a listed device is shown for four seconds, on both sides', async () => {
    const { a, b, wait } = await inCall(2);
    await Promise.all([a.driver.actions.reactInCall('❤️'), wait(100)]);
    const shown = () => [a, b].map((one) => [...(one.view()?.reactions.values() ?? [])]);
    expect(shown()).toEqual([['❤️'], ['❤️']]);
    await wait(4_000);
    expect(shown()).toEqual([[], []]);
    const call = a.view()?.id ?? '';
    const lie = {
      group: GROUP,
      call,
      from: 'f'.repeat(32),
      to: '',
      kind: 'reaction',
      text: '❤️',
      path: 0,
    } as const;
    b.signal(lie);
    b.signal({ ...lie, from: a.view()?.device ?? '', text: 'x'.repeat(9_000) });
    expect(shown()).toEqual([[], []]);
  });

  it('GCALL-12: signals go in order, candidates together, and a lost one again', async () => {
    const all = house();
    const [a, b] = [all.device(1), all.device(2)];
    await a.join();
    await all.wait(50);
    all.on.answers['signalGroupCall'] = LOST;
    await b.join();
    await all.wait(500);
    all.on.answers = {};
    await all.wait(3_000);
    expect([a.others(), b.others()]).toEqual([['2 connected'], ['1 connected']]);
    expect(a.posts.filter((one) => one.startsWith('signal'))).toEqual([
      'signalGroupCall offer',
      'signalGroupCall offer',
      'signalGroupCall iceCandidate',
    ]);
    expect(b.posts.filter((one) => one.startsWith('signal'))).toEqual([
      'signalGroupCall answer',
      'signalGroupCall iceCandidate',
    ]);
  });
});
