import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { twoCallers, type CallStage, type Caller, type TwoCallers } from '../support/call-people.ts';
import { isBound } from '../support/real-device.ts';
import type { World } from '../support/world.ts';

let world: World;
let stage: CallStage;
let anna: Caller;
let bert: Caller;
let end: TwoCallers['end'];
let pages: Caller[];
beforeEach(async () => {
  ({ world, stage, anna, bert, end } = await twoCallers());
  pages = [];
});
afterEach(async () => {
  await end(...pages);
  expect([stage.network.peers.size, stage.network.devices.size]).toEqual([0, 0]);
});

/** Reloads the page of a user: its connection is gone, and the other side's breaks. */
async function reload(who: Caller): Promise<Caller> {
  const again = await stage.reload(who);
  pages.push(again);
  stage.network.fail();
  return again;
}

const talk = (a: Caller, b: Caller): Promise<void> =>
  stage.until(() => a.stage() === 'talking' && b.stage() === 'talking');

describe('a page that reloads during a call', () => {
  it.each(['the called one', 'the caller'])(
    'CALL-46: %s returns to the call: the same call, a new connection, the clock continues',
    async (who) => {
      const [from, to] = who === 'the caller' ? [bert, anna] : [anna, bert];
      await stage.talk(from, to);
      const left = who === 'the caller' ? from : to;
      const stays = left === from ? to : from;
      await world.clock.advance(10_000);
      const call = stays.view()?.id;
      const back = await reload(left);
      await stage.until(() => back.stage() === 'returning' && stays.stage() === 'reconnecting');
      expect([left.posts().includes('hangup'), back.view()?.id, back.view()?.peer]).toEqual([
        false,
        call,
        stays.id,
      ]);
      // The user may take this time to decide.
      await world.clock.advance(12_000);
      expect([back.stage(), stays.stage()]).toEqual(['returning', 'reconnecting']);
      back.tab.client.actions.answerCall();
      await stage.until(() => back.stage() === 'talking' && stays.stage() === 'talking');
      expect([back.view()?.id, stays.view()?.id, back.view()?.caller]).toEqual([call, call, left === from]);
      // The talk can be left and taken up once more.
      const third = await reload(back);
      await stage.until(() => third.stage() === 'returning');
      third.tab.client.actions.answerCall();
      await talk(third, stays);
      await world.clock.advance(5_000);
      third.tab.client.actions.hangUp();
      await stage.until(() => third.stage() === 'ended' && stays.stage() === 'ended');
      const [code, talkSec] = await stage.record(stays, left);
      expect([third.view()?.end, stays.view()?.end, code]).toEqual(['hungUp', 'hungUp', 906]);
      expect([Number(talkSec) >= 27, third.view()?.talkSec]).toEqual([true, talkSec]);
    },
  );

  it('CALL-46: a user returns with microphone and camera off if they were off, and the other side is not rated good until then', async () => {
    await stage.talk(anna, bert, true);
    bert.tab.client.actions.setMicrophone(false);
    await bert.tab.client.actions.setCamera(false);
    // Pongs in between do not list calls.
    await world.clock.advance(61_000);
    const back = await reload(bert);
    await stage.until(() => back.stage() === 'returning' && anna.stage() === 'reconnecting');
    expect(anna.view()?.quality).toBeNull();
    back.tab.client.actions.answerCall();
    await talk(back, anna);
    expect(back.view()?.local).toMatchObject({ microphone: false, camera: false });
    const again = await reload(back);
    await stage.until(() => again.stage() === 'returning');
    again.tab.client.actions.answerCall();
    await talk(again, anna);
    expect(again.view()?.local).toMatchObject({ microphone: false, camera: false });
    again.tab.client.actions.hangUp();
    await stage.until(() => anna.stage() === 'ended');
  });

  it('CALL-46: both come back, one after the other', async () => {
    await stage.talk(anna, bert);
    const [a, b] = [await reload(anna), await reload(bert)];
    await stage.until(() => a.stage() === 'returning' && b.stage() === 'returning');
    a.tab.client.actions.answerCall();
    await world.clock.advance(2_000);
    b.tab.client.actions.answerCall();
    await talk(a, b);
    a.tab.client.actions.hangUp();
    await stage.until(() => b.stage() === 'ended');
  });

  it('CALL-46: declining hangs up for both, and locks nothing', async () => {
    await stage.talk(anna, bert);
    const back = await reload(bert);
    await stage.until(() => back.stage() === 'returning');
    back.tab.client.actions.hangUp();
    await stage.until(() => anna.stage() === 'ended');
    expect([anna.view()?.end, (await stage.record(anna, bert))[0], back.posts()]).toEqual([
      'hungUp',
      906,
      ['hangup'],
    ]);
    back.tab.client.actions.closeCall();
    expect(back.tab.client.calls.mayCall(contactId(anna.id))).toBeNull();
    // No entry is left for the next page.
    const next = await reload(back);
    await stage.until(() => isBound(next.tab));
    expect([next.view(), next.posts()]).toEqual([null, []]);
  });

  it('CALL-46: a user who does not return is lost after the usual time; the offer ends with the call', async () => {
    await stage.talk(anna, bert);
    const back = await reload(bert);
    await stage.until(() => back.stage() === 'returning');
    await stage.until(() => anna.stage() === 'ended' && back.stage() === 'ended', 35_000);
    expect((await stage.record(anna, bert))[0]).toBe(906);
    await stage.talk(anna, back);
    anna.tab.client.actions.hangUp();
    await stage.until(() => back.stage() === 'ended');
  });

  it('CALL-46: a page that was closed permanently ends the call like a lost connection', async () => {
    await stage.talk(anna, bert);
    bert.tab.page.shut();
    await bert.tab.crash();
    stage.network.fail();
    await stage.until(() => anna.stage() === 'ended', 31_000);
    expect([anna.view()?.end, (await stage.record(anna, bert))[0]]).toEqual(['lost', 906]);
  });

  it('CALL-46: another tab offers nothing, and a call that is over by then is not offered', async () => {
    await stage.talk(anna, bert);
    const other = await bert.browser.open();
    await stage.until(() => isBound(other));
    expect([other.client.calls.get(), bert.stage()]).toEqual([null, 'talking']);
    bert.tab.page.shut();
    await bert.tab.crash();
    anna.tab.client.actions.hangUp();
    await stage.until(() => anna.stage() === 'ended');
    await world.clock.advance(1_000);
    const back = await stage.reload(bert);
    pages.push(back);
    await stage.until(() => isBound(back.tab));
    await world.clock.advance(1_000);
    expect([back.view(), back.tab.client.calls.mayCall(contactId(anna.id))]).toEqual([null, null]);
    await other.client.stop();
  });

  it('CALL-46: taken up in a second tab it closes in the first', async () => {
    await stage.talk(anna, bert);
    // A browser that duplicates a tab gives it the memory of the first.
    const twin = await bert.browser.open({}, bert.tab.memory);
    await stage.until(() => twin.client.calls.get()?.stage === 'returning');
    twin.client.actions.answerCall();
    await stage.until(
      () =>
        bert.view() === null && twin.client.calls.get()?.stage === 'talking' && anna.stage() === 'talking',
    );
    twin.client.actions.hangUp();
    await stage.until(() => anna.stage() === 'ended');
    await twin.client.stop();
  });

  it('CALL-46: devices that are denied then, and a log-out, end the talk for both', async () => {
    await stage.talk(anna, bert);
    const back = await reload(bert);
    await stage.until(() => back.stage() === 'returning');
    bert.media.answer = 'denied';
    back.tab.client.actions.answerCall();
    await stage.until(() => anna.stage() === 'ended');
    expect([back.view()?.end, anna.view()?.end]).toEqual(['deviceDenied', 'hungUp']);
    bert.media.answer = 'given';
    await stage.talk(anna, back);
    await back.tab.client.actions.logout();
    await stage.until(() => anna.stage() === 'ended');
    expect(back.tab.memory.get('call-talk')).toBeNull();
  });
});
