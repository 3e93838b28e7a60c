import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { twoCallers, type CallStage, type Caller, type TwoCallers } from '../support/call-people.ts';
import type { World } from '../support/world.ts';

const SIGNALS = /sendToMsg/;

let world: World;
let stage: CallStage;
let anna: Caller;
let bert: Caller;
let end: TwoCallers['end'];
beforeEach(async () => void ({ world, stage, anna, bert, end } = await twoCallers()));
afterEach(async () => {
  await end();
  expect([stage.network.peers.size, stage.network.devices.size]).toEqual([0, 0]);
});

const ends = () => [anna.view()?.end, bert.view()?.end];
const records = async () => [await stage.record(anna, bert), await stage.record(bert, anna)];
const both = (): Promise<void> => stage.until(() => anna.stage() === 'ended' && bert.stage() === 'ended');
const rings = (): Promise<void> => stage.until(() => bert.stage() === 'ringing');
const unread = (who: Caller): number => who.tab.client.core.get().totals.unread;

describe('a call of two clients by the real server', () => {
  it('CALL-20: connects with few posts, talks, and ends with its length on both sides', async () => {
    await stage.talk(anna, bert, true);
    expect(anna.view()).toMatchObject({
      caller: true,
      video: true,
      local: { camera: true },
      remote: { camera: true },
    });
    await world.clock.advance(61_000);
    // Three candidates each: those that waited went together.
    expect(anna.posts()).toEqual(['calling', 'offer', 'iceCandidate', 'iceCandidate']);
    expect(bert.posts()).toEqual(['acceptRtc', 'answer', 'iceCandidate']);
    bert.tab.client.actions.hangUp();
    await both();
    expect([ends(), anna.view()?.talkSec]).toEqual([['hungUp', 'hungUp'], 61]);
    expect(await records()).toEqual([
      [906, 61],
      [906, 61],
    ]);
    anna.tab.client.actions.closeCall();
    expect(anna.view()).toBeNull();
  });

  it('CALL-6, CALL-41: refused by the called one, who has seen it', async () => {
    await stage.call(anna, bert);
    await rings();
    bert.tab.client.actions.hangUp();
    await both();
    expect([ends(), await records()]).toEqual([
      ['refused', 'refused'],
      [
        [903, 0],
        [903, 0],
      ],
    ]);
    await stage.until(() => unread(bert) === 0);
  });

  it('CALL-6: cancelled by the caller; a missed call stays unread and can be called back', async () => {
    await stage.call(anna, bert);
    await rings();
    anna.tab.client.actions.hangUp();
    await both();
    expect([ends(), unread(bert)]).toEqual([['cancelled', 'missed'], 1]);
    expect(bert.tab.client.calls.mayCall(contactId(anna.id))).toBeNull();
    expect(await records()).toEqual([
      [902, 0],
      [902, 0],
    ]);
    await stage.talk(bert, anna);
    anna.tab.client.actions.hangUp();
    await both();
  });

  it('CALL-41: an answered call is not unread afterwards, whichever messages precede it', async () => {
    // While it only connects, too.
    stage.network.setDown(true);
    await stage.call(anna, bert);
    await rings();
    bert.tab.client.actions.answerCall();
    await stage.until(() => unread(bert) === 0);
    expect(bert.view()?.stage).toBe('connecting');
    anna.tab.client.actions.hangUp();
    await both();
    stage.network.setDown(false);
    await stage.talk(anna, bert);
    await stage.until(() => unread(bert) === 0);
    anna.tab.client.actions.hangUp();
    await both();
    expect(unread(bert)).toBe(0);
    await anna.tab.client.actions.send(contactId(bert.id), { text: 'before', at: [], quote: null });
    await stage.until(() => unread(bert) === 1);
    await stage.talk(anna, bert);
    // The words stay unread, the call between them does not count; nor does it after a reload, or once part
    // of it was read.
    await stage.until(() => unread(bert) === 1);
    anna.tab.client.actions.hangUp();
    await both();
    expect(unread(bert)).toBe(1);
    await anna.tab.client.actions.send(contactId(bert.id), { text: 'after', at: [], quote: null });
    await stage.until(() => unread(bert) === 2);
    const { count } = bert.tab.client.core.get().contacts.get(contactId(anna.id))?.counting ?? { count: 0 };
    bert.tab.client.actions.markRead(contactId(anna.id), count - 2);
    await world.clock.advance(5_000);
    expect(unread(bert)).toBe(1);
  });

  it('CALL-7: a call without an answer for 40 s ends for both', async () => {
    await stage.call(anna, bert);
    await rings();
    const from = world.clock.elapsedMs();
    await both();
    expect(world.clock.elapsedMs() - from).toBeLessThanOrEqual(40_000);
    expect([ends(), unread(bert), await records()]).toEqual([
      ['noAnswer', 'missed'],
      1,
      [
        [905, 0],
        [905, 0],
      ],
    ]);
  });

  it('CALL-7: a call that never connects ends after 20 s with that reason, on both sides', async () => {
    stage.network.setDown(true);
    await stage.call(anna, bert);
    await rings();
    bert.tab.client.actions.answerCall();
    await both();
    expect([ends(), await records()]).toEqual([
      ['notConnected', 'notConnected'],
      [
        [905, 0],
        [905, 0],
      ],
    ]);
  });

  it('CALL-10: denied devices: nothing is said for the caller, the called one refuses', async () => {
    anna.media.answer = 'denied';
    await stage.call(anna, bert);
    await stage.until(() => anna.stage() === 'ended');
    expect([anna.view()?.end, anna.view()?.problem, anna.posts()]).toEqual(['deviceDenied', 'denied', []]);
    anna.media.answer = 'given';
    bert.media.answer = 'inUse';
    await stage.call(anna, bert);
    await rings();
    bert.tab.client.actions.answerCall();
    await both();
    expect([ends(), bert.view()?.problem, bert.posts()]).toEqual([
      ['refused', 'deviceDenied'],
      'inUse',
      ['hangup'],
    ]);
    expect(await records()).toEqual([
      [903, 0],
      [903, 0],
    ]);
  });

  it('CALL-38: a video call taken with sound alone asks for no camera, and is an answered call like others', async () => {
    await stage.call(anna, bert, true);
    await rings();
    bert.tab.client.actions.answerCall({ soundOnly: true });
    await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
    expect([
      anna.view()?.local.camera,
      bert.view()?.local.camera,
      bert.view()?.video,
      bert.media.wanted,
    ]).toEqual([true, false, true, [false]]);
    expect((await bert.tab.client.actions.setCamera(true)).ok).toBe(true);
    bert.tab.client.actions.hangUp();
    await both();
    expect((await records()).map(([code]) => code)).toEqual([906, 906]);
    // A user who presses "voice call" while a video call rings answers that call, without a camera.
    await stage.call(anna, bert, true);
    await rings();
    await stage.call(bert, anna);
    await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
    expect([bert.view()?.local.camera, bert.media.wanted]).toEqual([false, [false, false]]);
  });

  it('CALL-13: an absent user is distinguished from a busy one, and reported at once', async () => {
    await bert.tab.client.actions.logout();
    await stage.until(() => anna.tab.client.core.get().contacts.get(contactId(bert.id))?.isOnline === false);
    await stage.call(anna, bert);
    await stage.until(() => anna.stage() === 'ended');
    expect([anna.view()?.end, anna.posts(), await stage.record(anna, bert)]).toEqual([
      'offline',
      ['calling'],
      [905, ''],
    ]);
  });

  it('CALL-1: the client knows in advance why a user cannot be called', async () => {
    const may = (id: number | string) => anna.tab.client.calls.mayCall(contactId(id));
    expect([may(bert.id), may('group-1'), may('-1'), may(anna.id), may(99)]).toEqual([
      null,
      'group',
      'group',
      'notFriends',
      'notFriends',
    ]);
    await stage.call(anna, bert);
    expect(may(bert.id)).toBe('busyElsewhere');
    expect(
      (await anna.tab.client.actions.startCall(bert.id, { video: false, name: '', avatar: '' })).ok,
    ).toBe(false);
    anna.tab.client.actions.hangUp();
    const { config } = anna.tab.client.core.get();
    for (const off of ['webrtc', 'simpleChat'] as const) {
      anna.tab.client.core.dispatch({
        type: 'configLoaded',
        config: { ...config, chatInfo: { ...config.chatInfo, [off]: false } },
      });
      expect(may(bert.id)).toBe('off');
    }
  });

  it('CALL-21: only the configured servers are used; a password that expires soon is requested again', async () => {
    const end = Math.floor(world.clock.nowMs() / 1_000) + 30;
    await world.setConfig((config) => ({
      ...config,
      chatInfo: {
        ...config.chatInfo,
        stun: 'stun:a.test turn:b.test:3478, http://c.test',
        stunUser: `${end}:7`,
        stunPass: 'p',
      },
    }));
    await stage.until(() => true);
    const { config } = anna.tab.client.core.get();
    anna.tab.client.core.dispatch({
      type: 'configLoaded',
      config: { ...config, chatInfo: { ...config.chatInfo, stun: 'turn:old.test', stunUser: `${end}:7` } },
    });
    const countRequests = () =>
      anna.tab.network.requests.filter((one) => one.path.endsWith('getSystemInfo')).length;
    const before = countRequests();
    await stage.talk(anna, bert);
    expect(countRequests()).toBe(before + 1);
    expect(anna.media.made[0]).toMatchObject({
      initiator: true,
      relayOnly: false,
      servers: [{ urls: 'stun:a.test' }, { urls: 'turn:b.test:3478', username: `${end}:7`, credential: 'p' }],
    });
    anna.tab.client.actions.hangUp();
    await both();
  });

  it('CALL-22: leaving the page hangs up before both talk; a call that only rings there keeps ringing', async () => {
    await stage.call(anna, bert);
    await rings();
    bert.tab.page.shut();
    await world.settle();
    expect([bert.posts(), anna.stage()]).toEqual([[], 'calling']);
    anna.tab.page.leave();
    expect(anna.stage()).toBe('calling');
    anna.tab.page.shut();
    await both();
    expect([anna.posts().at(-1), await stage.record(bert, anna)]).toEqual(['hangup', [902, 0]]);
    await stage.talk(anna, bert);
    await anna.tab.client.actions.logout();
    await stage.until(() => bert.stage() === 'ended');
    expect([anna.view(), bert.view()?.end]).toEqual([null, 'hungUp']);
  });

  it('CALL-22: a log-out sends the hang-up before the token ends, and clears the call at once', async () => {
    await stage.talk(anna, bert);
    anna.tab.network.slow = SIGNALS;
    await anna.tab.client.actions.logout();
    expect([anna.tab.client.session.get().name, anna.view()]).toEqual(['signedOut', null]);
    await stage.until(() => bert.stage() === 'ended');
    await stage.until(() => anna.tab.network.requests.at(-1)?.path.endsWith('/logout') === true);
    expect([anna.posts().at(-1), bert.view()?.end, await stage.record(bert, anna)]).toEqual([
      'hangup',
      'hungUp',
      [906, 0],
    ]);
  });

  it('CALL-22: a hang-up that has no answer yet leaves with the account', async () => {
    await stage.talk(anna, bert);
    anna.tab.network.loseRequests = SIGNALS;
    anna.tab.client.actions.hangUp();
    await world.settle();
    expect(anna.posts()).not.toContain('hangup');
    anna.tab.network.loseRequests = null;
    await anna.tab.client.actions.logout();
    await stage.until(() => bert.stage() === 'ended');
    expect([bert.view()?.end, await stage.record(bert, anna)]).toEqual(['hungUp', [906, 0]]);
  });

  it('CALL-24: microphone, camera and screen change in the call, and a switch that fails says why', async () => {
    await stage.talk(anna, bert);
    const { actions } = anna.tab.client;
    actions.setMicrophone(false);
    expect(anna.view()?.local).toMatchObject({ microphone: false, camera: false });
    expect((await actions.setCamera(true)).ok).toBe(true);
    expect((await actions.shareScreen(true)).ok).toBe(true);
    expect(anna.view()?.local).toMatchObject({ camera: true, sharing: true });
    expect((await actions.shareScreen(false)).ok).toBe(true);
    expect((await actions.switchCamera('none')).ok).toBe(false);
    expect([anna.view()?.problem, anna.stage(), anna.view()?.local.sharing]).toEqual([
      'missing',
      'talking',
      false,
    ]);
    expect((await actions.switchMicrophone('other')).ok && (await actions.mediaChoices()).length).toBe(1);
    actions.minimiseCall(true);
    expect(anna.view()?.minimised).toBe(true);
    actions.hangUp();
    await both();
    expect((await actions.setCamera(true)).ok).toBe(false);
  });

  it('CALL-14: fifty calls leave no connection, device, timer or lock behind', async () => {
    await stage.talk(anna, bert);
    anna.tab.client.actions.hangUp();
    await both();
    await world.clock.advance(70_000);
    const timers = world.clock.pending();
    for (let at = 0; at < 50; at += 1) {
      const [from, to] = at % 2 === 0 ? [anna, bert] : [bert, anna];
      await stage.talk(from, to, at % 3 === 0);
      to.tab.client.actions.hangUp();
      await both();
    }
    await world.clock.advance(70_000);
    expect([world.clock.pending(), stage.network.peers.size, stage.network.devices.size]).toEqual([
      timers,
      0,
      0,
    ]);
    expect([
      anna.tab.client.calls.mayCall(contactId(bert.id)),
      bert.tab.client.calls.mayCall(contactId(anna.id)),
    ]).toEqual([null, null]);
  });
});
