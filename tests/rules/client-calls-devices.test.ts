import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { twoCallers, type CallStage, type Caller, type TwoCallers } from '../support/call-people.ts';
import type { World } from '../support/world.ts';

let world: World;
let stage: CallStage;
let anna: Caller;
let bert: Caller;
let end: TwoCallers['end'];
let more: Caller[];
beforeEach(async () => {
  ({ world, stage, anna, bert, end } = await twoCallers());
  more = [];
});
afterEach(() => end(...more));

const talksAlone = (device: Caller, other: Caller): boolean =>
  device.stage() === 'talking' && other.view() === null;

const another = async (of: Caller): Promise<Caller> => {
  const device = await stage.device(of);
  more.push(device);
  return device;
};

const somebody = async (name: string, ...friends: readonly Caller[]): Promise<Caller> => {
  const who = await stage.person(name);
  more.push(who);
  for (const friend of friends) await stage.befriend(who, friend);
  return who;
};

describe('several devices and several people', () => {
  it('CALL-11, CALL-1: after one device answered, the others close silently and may not call during the call', async () => {
    const desktop = await another(bert);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing' && desktop.stage() === 'ringing');
    bert.tab.client.actions.answerCall();
    await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
    expect([desktop.view(), desktop.posts()]).toEqual([null, []]);
    expect(desktop.tab.client.calls.mayCall(contactId(anna.id))).toBe('busyElsewhere');
    bert.tab.client.actions.hangUp();
    await stage.until(
      () => anna.stage() === 'ended' && desktop.tab.client.calls.mayCall(contactId(anna.id)) === null,
    );
    expect(desktop.view()).toBeNull();
  });

  it('CALL-11: refused on one device the others close silently', async () => {
    const desktop = await another(bert);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing' && desktop.stage() === 'ringing');
    desktop.tab.client.actions.hangUp();
    await stage.until(() => bert.view() === null && anna.stage() === 'ended');
    expect([anna.view()?.end, bert.posts()]).toEqual(['refused', []]);
  });

  it('CALL-11: answered on two devices at the same moment, one talks and the other closes', async () => {
    const desktop = await another(bert);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing' && desktop.stage() === 'ringing');
    for (const device of [bert, desktop]) device.tab.client.actions.answerCall();
    await stage.until(() => anna.stage() === 'talking');
    await stage.until(() => talksAlone(bert, desktop) || talksAlone(desktop, bert));
    expect(stage.network.peers.size).toBe(2);
  });

  it('CALL-11: a device that answered offline, after another had answered, closes once back', async () => {
    const desktop = await another(bert);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing' && desktop.stage() === 'ringing');
    bert.tab.network.unplug();
    bert.tab.client.actions.answerCall();
    await stage.until(() => bert.stage() === 'connecting');
    desktop.tab.client.actions.answerCall();
    await stage.until(() => anna.stage() === 'talking' && desktop.stage() === 'talking');
    // Longer than a step is tried again that may also be lost.
    await world.clock.advance(12_000);
    bert.tab.network.plug();
    await stage.until(() => bert.view() === null, 15_000);
    expect([anna.stage(), desktop.stage(), bert.posts().includes('answer')]).toEqual([
      'talking',
      'talking',
      false,
    ]);
  });

  it('CALL-11: a second device of the caller neither rings nor shows the call', async () => {
    const desktop = await another(anna);
    await stage.talk(anna, bert);
    expect([desktop.view(), desktop.tab.client.calls.mayCall(contactId(bert.id))]).toEqual([
      null,
      'busyElsewhere',
    ]);
    anna.tab.client.actions.hangUp();
    await stage.until(() => desktop.tab.client.calls.mayCall(contactId(bert.id)) === null);
  });

  it('CALL-4, CALL-47: a user in a call answers another call with busy, sees it, and can be called later', async () => {
    const cora = await somebody('cora', anna);
    const missed: unknown[] = [];
    anna.tab.client.notices.subscribe((one) => one.kind === 'missedCall' && missed.push(one.id));
    await stage.talk(anna, bert);
    await stage.call(cora, anna);
    await stage.until(() => cora.stage() === 'ended');
    expect(missed).toEqual([contactId(cora.id)]);
    expect([cora.view()?.end, cora.posts(), anna.posts().filter((event) => event === 'busy')]).toEqual([
      'busy',
      ['calling'],
      ['busy'],
    ]);
    expect([anna.stage(), anna.view()?.peer, await stage.record(cora, anna)]).toEqual([
      'talking',
      bert.id,
      [907, 0],
    ]);
    anna.tab.client.actions.hangUp();
    await stage.until(() => anna.stage() === 'ended');
    await stage.talk(cora, anna);
    expect(anna.view()?.peer).toBe(cora.id);
  });

  it.each([false, true])(
    'CALL-9: both call at once: one call, talked by both, the other in the records (second first: %s)',
    async (turned) => {
      const [first, second] = turned ? [bert, anna] : [anna, bert];
      const desktop = await another(anna);
      const ends: unknown[] = [];
      const events: unknown[] = [];
      for (const { tab } of [anna, bert, desktop]) {
        tab.client.calls.subscribe(() => ends.push(tab.client.calls.get()?.end ?? null));
        tab.client.notices.subscribe((one) => {
          if (one.kind === 'missedCall') events.push(one.kind);
          if (one.kind === 'arrived' && one.preview.kind === 'call' && one.preview.call.merged)
            events.push(one);
        });
      }
      for (let round = 0; round < 20; round += 1) {
        await Promise.all([stage.call(first, second), stage.call(second, first)]);
        await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking', 10_000);
        expect([anna.view()?.id, anna.view()?.caller, bert.view()?.caller]).toEqual([
          bert.view()?.id,
          true,
          false,
        ]);
        expect(stage.network.peers.size).toBe(2);
        second.tab.client.actions.hangUp();
        await stage.until(() => anna.stage() === 'ended' && bert.stage() === 'ended');
      }
      expect(anna.posts().concat(bert.posts())).not.toContain('busy');
      // No device shows a missed call, and none counts one.
      expect([ends.includes('missed'), events]).toEqual([false, []]);
      for (const { tab } of [anna, bert, desktop])
        await stage.until(() => tab.client.core.get().totals.unread === 0, 10_000);
    },
  );

  it('CALL-9: a caller whose devices are not ready answers the call that arrives first', async () => {
    for (const [slow, quick] of [
      [anna, bert],
      [bert, anna],
    ] as const) {
      slow.media.answer = 'asked';
      await stage.call(slow, quick);
      await stage.call(quick, slow);
      await stage.until(() => slow.view()?.id === quick.view()?.id && quick.stage() === 'calling');
      slow.media.decide('given');
      await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
      slow.media.answer = 'given';
      slow.tab.client.actions.hangUp();
      await stage.until(() => quick.stage() === 'ended');
    }
  });

  it('CALL-9: a user who calls the caller of a ringing call answers it', async () => {
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing');
    expect(bert.tab.client.calls.mayCall(contactId(anna.id))).toBeNull();
    await stage.call(bert, anna);
    await stage.until(() => anna.stage() === 'talking' && bert.stage() === 'talking');
    expect([anna.view()?.id, bert.posts().slice(0, 2)]).toEqual([bert.view()?.id, ['acceptRtc', 'answer']]);
  });

  it('CALL-16: a user who calls from another device has left the previous call', async () => {
    const cora = await somebody('cora', anna);
    const desktop = await another(anna);
    await stage.call(anna, bert);
    await stage.until(() => bert.stage() === 'ringing');
    await stage.call(desktop, cora);
    await stage.until(() => cora.stage() === 'ringing' && bert.stage() === 'ended' && anna.view() === null);
    expect(bert.view()?.end).toBe('missed');
  });

  it('CALL-23: devices that went without a word leave no call and no lock behind', async () => {
    const [desktop, other] = [await another(anna), await another(bert)];
    await stage.talk(anna, bert);
    await anna.tab.crash();
    await bert.tab.crash();
    expect(desktop.tab.client.calls.mayCall(contactId(bert.id))).toBe('busyElsewhere');
    const from = world.clock.elapsedMs();
    await stage.until(() =>
      [desktop, other].every(
        (one) => one.tab.client.calls.mayCall(contactId(one === desktop ? bert.id : anna.id)) === null,
      ),
    );
    expect(world.clock.elapsedMs() - from).toBeLessThanOrEqual(100_000);
    expect((await stage.record(desktop, bert))[0]).toBe(906);
  });
});
