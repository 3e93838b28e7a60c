import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { twoCallers, type CallStage, type Caller, type TwoCallers } from '../support/call-people.ts';
import { isBound } from '../support/real-device.ts';
import type { World } from '../support/world.ts';

let world: World;
let stage: CallStage;
let anna: Caller;
let bert: Caller;
let end: TwoCallers['end'];
beforeEach(async () => void ({ world, stage, anna, bert, end } = await twoCallers()));
afterEach(() => end());

/** A step of a call between other devices, as it comes from the server. */
const frame = (event: string, no: number, code: number | null, from: number, to: number) =>
  JSON.stringify({
    type: 'webrtc',
    time: 1,
    data: {
      id: 'their-call',
      no,
      msg_id: 1,
      type: 'webrtc',
      content: '',
      sendTime: 1,
      toContactId: to,
      fromUser: { id: from },
      extends: { event, code, sdp: 'late', path: 1 },
    },
  });

const SIGNALS = /sendToMsg/;
const talking = (): boolean => anna.stage() === 'talking' && bert.stage() === 'talking';
const ids = () => new Set([anna, bert].map((one) => one.view()?.id));
/** Steps as the server did them, by their names: a repeat has the same. */
const opsOf = (who: Caller) => who.bodies().map((body) => body['op']);

describe('a call whose media break', () => {
  it('CALL-12: an interruption of 12 s heals on the same connection, under the same ID', async () => {
    await stage.talk(anna, bert);
    stage.network.setDown(true);
    await stage.until(() => anna.stage() === 'reconnecting' && bert.stage() === 'reconnecting');
    await world.clock.advance(7_000);
    stage.network.setDown(false);
    await stage.until(talking);
    expect([anna.media.made.length, bert.media.made.length, ids().size]).toEqual([1, 1, 1]);
    expect(anna.posts().filter((event) => event === 'offer')).toHaveLength(2);
  });

  it('CALL-12: an interruption of 25 s is repaired by new connections under the same ID', async () => {
    await stage.talk(anna, bert);
    const before = anna.view()?.id;
    stage.network.setDown(true);
    await world.clock.advance(15_000);
    stage.network.fail();
    await world.clock.advance(10_000);
    stage.network.setDown(false);
    await stage.until(talking, 10_000);
    expect(anna.media.made.length).toBeGreaterThan(1);
    expect([anna.view()?.id, bert.view()?.id, stage.network.peers.size]).toEqual([before, before, 2]);
  });

  it('CALL-12: nothing for 30 s: the call is lost, with its length', async () => {
    await stage.talk(anna, bert);
    await world.clock.advance(5_000);
    stage.network.setDown(true);
    await stage.until(() => anna.stage() === 'ended' && bert.stage() === 'ended', 31_000);
    expect([anna.view()?.end, (await stage.record(anna, bert))[0]]).toEqual(['lost', 906]);
  });

  it('CALL-12: a peer that vanished ends the call within 30 s', async () => {
    await stage.talk(anna, bert);
    const from = world.clock.elapsedMs();
    await bert.tab.crash();
    stage.network.setDown(true);
    await stage.until(() => anna.stage() === 'ended');
    expect([anna.view()?.end, world.clock.elapsedMs() - from <= 30_000]).toEqual(['lost', true]);
  });

  it('CALL-35: a hang-up that could not be said for minutes is said with the next bind', async () => {
    await stage.talk(anna, bert);
    for (const one of [anna, bert]) one.tab.network.loseRequests = SIGNALS;
    anna.tab.client.actions.hangUp();
    // Longer than the automatic retries last.
    await world.clock.advance(300_000);
    anna.tab.network.loseRequests = null;
    anna.tab.network.cutSocket();
    await stage.until(() => anna.posts().at(-1) === 'hangup');
    expect((await stage.record(anna, bert))[0]).toBe(906);
  });

  it('CALL-39: the next page of the user sends the hang-up that its closed page could not send', async () => {
    await stage.talk(anna, bert);
    await world.clock.advance(5_000);
    anna.tab.network.loseRequests = SIGNALS;
    await anna.tab.client.stop();
    const next = await anna.browser.open();
    const listSent = () =>
      next.network.requests
        .filter((one) => one.path.endsWith('sendToMsg'))
        .map((one) => (one.body as Record<string, unknown>)['event']);
    await stage.until(() => listSent().length > 0);
    await stage.until(() => bert.stage() === 'ended');
    expect([listSent(), await stage.record(bert, anna)]).toEqual([['hangup'], [906, 5]]);
    await next.client.stop();
  });

  it('CALL-39: a call whose hang-up is still to be said locks nothing, although the server lists it', async () => {
    await stage.talk(anna, bert);
    anna.tab.network.loseRequests = SIGNALS;
    await anna.tab.client.stop();
    const next = await anna.browser.open({ loseRequests: SIGNALS });
    await stage.until(() => isBound(next));
    expect([bert.stage(), next.client.calls.mayCall(contactId(bert.id))]).toEqual(['talking', null]);
    next.network.loseRequests = null;
    await stage.until(() => bert.stage() === 'ended');
    expect(bert.view()?.end).toBe('hungUp');
    await next.client.stop();
  });

  it('SESS-3, CALL-23: a chosen logout leaves no hang-up behind on the device, and the call ends without it', async () => {
    await stage.talk(anna, bert);
    const listStored = () =>
      anna.browser.profile
        .settings()
        .keys()
        .filter((key) => key.includes(`${anna.id}`));
    anna.tab.network.loseRequests = SIGNALS;
    await anna.tab.client.actions.logout();
    expect(listStored()).toEqual([]);
    await stage.until(() => bert.stage() === 'ended', 100_000);
    expect((await stage.record(bert, anna))[0]).toBe(906);
  });

  it('CALL-8: an offer that the end of its call has overtaken locks nothing', async () => {
    await stage.talk(anna, bert);
    const call = bert.view()?.id;
    const free = () => bert.tab.client.calls.mayCall(contactId(anna.id)) === null;
    anna.tab.client.actions.hangUp();
    await stage.until(() => bert.stage() === 'ended' && free());
    const frame = {
      id: call,
      no: 99,
      msg_id: 1,
      type: 'webrtc',
      content: '',
      sendTime: 1,
      toContactId: bert.id,
      fromUser: { id: anna.id },
      extends: { event: 'offer', sdp: 'late', path: 9 },
    };
    bert.tab.client.core.frame(JSON.stringify({ type: 'webrtc', time: 1, data: frame }));
    await world.settle();
    expect(free()).toBe(true);
  });

  it('CALL-8: an offer after an end that another device of mine made locks nothing', async () => {
    const free = () => bert.tab.client.calls.mayCall(contactId(anna.id)) === null;
    bert.tab.client.core.frame(frame('offer', 3, null, anna.id, bert.id));
    await world.settle();
    expect(free()).toBe(false);
    bert.tab.client.core.frame(frame('otherOpt', 4, 906, bert.id, anna.id));
    bert.tab.client.core.frame(frame('offer', 5, null, anna.id, bert.id));
    await world.settle();
    expect(free()).toBe(true);
  });

  it('CALL-8: an answer event that arrives after the end leaves the record of the call unchanged', async () => {
    await stage.talk(anna, bert);
    const call = bert.view()?.id;
    anna.tab.client.actions.hangUp();
    await stage.until(() => bert.stage() === 'ended');
    const last = () => bert.tab.client.core.get().contacts.get(contactId(anna.id))?.last;
    const was = last();
    expect([was?.id, was?.content]).toEqual([call, expect.stringContaining('00:00')]);
    const frame = {
      id: call,
      no: 99,
      msg_id: 1,
      type: 'webrtc',
      content: '语音通话',
      sendTime: 1,
      toContactId: anna.id,
      fromUser: { id: bert.id },
      extends: { event: 'otherOpt', code: 904 },
    };
    bert.tab.client.core.frame(JSON.stringify({ type: 'webrtc', time: 1, data: frame }));
    await world.settle();
    expect([last(), (await stage.record(bert, anna))[0]]).toEqual([was, 906]);
  });

  it('CALL-20: words of an earlier connection change nothing', async () => {
    await stage.talk(anna, bert);
    stage.network.fail();
    await stage.until(() => anna.media.made.length === 2);
    await stage.until(talking);
    const late = { ...bert.bodies().find((body) => body['event'] === 'answer'), op: 'late' };
    expect(late).toMatchObject({ path: 1 });
    await world.call({ id: bert.id, token: tokenOf(bert) } as never, 'im/sendToMsg', late);
    await world.clock.advance(2_000);
    expect([talking(), anna.media.made.length]).toEqual([true, 2]);
  });
});

const tokenOf = (who: Caller): string => who.browser.profile.settings().get('authToken') ?? '';

describe('a call whose signalling breaks', () => {
  it('CALL-19: a step whose answer is lost goes out again, and is done once', async () => {
    anna.tab.network.loseAnswers = SIGNALS;
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing');
    bert.tab.network.loseAnswers = SIGNALS;
    await world.clock.advance(100);
    anna.tab.network.loseAnswers = null;
    bert.tab.client.actions.answerCall();
    await world.settle();
    bert.tab.network.loseAnswers = null;
    await stage.until(talking);
    expect(anna.posts().filter((event) => event === 'calling')).toHaveLength(2);
    expect(bert.posts().filter((event) => event === 'acceptRtc')).toHaveLength(2);
    expect([new Set(opsOf(anna)).size, new Set(opsOf(bert)).size]).toEqual([
      anna.posts().length - 1,
      bert.posts().length - 1,
    ]);
  });

  it('CALL-19: a call that never gets through ends as not connected', async () => {
    anna.tab.network.loseRequests = SIGNALS;
    await stage.call(anna, bert);
    await stage.until(() => anna.stage() === 'ended', 30_000);
    expect([anna.view()?.end, bert.view()]).toEqual(['notConnected', null]);
  });

  it('CALL-19: a call that was cancelled before it left the device reaches no other user', async () => {
    anna.media.answer = 'asked';
    await stage.call(anna, bert);
    anna.tab.client.actions.hangUp();
    anna.media.decide('given');
    await world.clock.advance(1_000);
    expect([anna.posts(), bert.view(), stage.network.devices.size]).toEqual([[], null, 0]);
  });

  it('CALL-18: a device without a socket rings when it comes back, while it still rings', async () => {
    bert.tab.network.cutSocket();
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing');
    expect(anna.stage()).toBe('calling');
    bert.tab.client.actions.answerCall();
    await stage.until(talking);
  });

  it('CALL-18: a ring that only catching up brings rings, however wrong the clock of the device is', async () => {
    world.server.core.hub.callsOnBind(() => []);
    bert.tab.network.cutSocket();
    await stage.call(anna, bert);
    await stage.until(() => anna.stage() === 'calling');
    world.clock.jump(duration.HOUR);
    await stage.until(() => bert.stage() === 'ringing');
    expect(bert.view()?.peer).toBe(anna.id);
  });

  it('CALL-18, EFFECT-2: a call that ended in the meantime does not ring', async () => {
    bert.tab.network.cutSocket();
    await stage.call(anna, bert);
    await stage.until(() => anna.stage() === 'calling');
    anna.tab.client.actions.hangUp();
    const stages: unknown[] = [];
    bert.tab.client.calls.subscribe(() => stages.push(bert.stage()));
    await stage.until(() => isBound(bert.tab) && bert.tab.client.core.get().totals.unread === 1);
    await world.clock.advance(2_000);
    expect(stages).toEqual([]);
  });

  it('CALL-18, EFFECT-2: a call that arrives without a socket is never answered busy', async () => {
    const cora = await stage.person('cora');
    await stage.befriend(cora, bert);
    await stage.talk(anna, bert);
    bert.tab.network.cutSocket();
    await stage.call(cora, bert);
    await stage.until(() => isBound(bert.tab));
    await world.clock.advance(2_000);
    expect([bert.stage(), bert.view()?.peer, bert.posts().includes('busy'), cora.stage()]).toEqual([
      'talking',
      anna.id,
      false,
      'calling',
    ]);
    await cora.tab.client.stop();
  });

  it.each(['calling', 'connecting'] as const)(
    'CALL-18: a socket that breaks while %s loses nothing of the call',
    async (when) => {
      await stage.call(anna, bert, true);
      await stage.until(() => bert.stage() === 'ringing');
      if (when === 'calling') anna.tab.network.cutSocket();
      bert.tab.client.actions.answerCall();
      if (when === 'connecting') {
        bert.tab.network.cutSocket();
        anna.tab.network.cutSocket();
      }
      await stage.until(talking);
    },
  );

  it('CALL-18: a hang-up that was missed ends the call with the next bind', async () => {
    await stage.talk(anna, bert);
    bert.tab.network.cutSocket();
    anna.tab.client.actions.hangUp();
    await stage.until(() => bert.stage() === 'ended');
    expect(bert.view()?.end).toBe('hungUp');
  });

  it('CALL-18: when the server knows of no call any more, call and lock end', async () => {
    await stage.talk(anna, bert);
    const desktop = await stage.device(bert);
    expect(desktop.tab.client.calls.mayCall(String(anna.id) as never)).toBe('busyElsewhere');
    world.server.core.hub.callsOnBind(() => []);
    for (const one of [anna, bert, desktop]) one.tab.network.cutSocket();
    await stage.until(() => anna.stage() === 'ended' && bert.stage() === 'ended');
    await stage.until(() => desktop.tab.client.calls.mayCall(String(anna.id) as never) === null);
    await desktop.tab.client.stop();
  });
});
