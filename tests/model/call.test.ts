import { describe, expect, it } from 'vitest';
import { callMachine, type CallEffect, type CallEvent, type CallInput } from '../../machines/call.machine.ts';
import { hangupCode } from '../../src/domain/call.ts';
import { run } from '../support/machine-run.ts';

const input = (over: Partial<CallInput> = {}): CallInput => ({
  self: 9,
  peer: 7,
  call: 'u1',
  caller: true,
  video: true,
  ...over,
});
const outgoing = (over: Partial<CallInput> = {}) => run<CallEffect, CallEvent>(callMachine, input(over));
const incoming = (over: Partial<CallInput> = {}) =>
  run<CallEffect, CallEvent>(callMachine, input({ caller: false, ...over }));
const hangups = (effects: readonly CallEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'sendHangup' ? [[effect.call, effect.code]] : []));

/** Both sides up to talking. */
const talking = (call: ReturnType<typeof outgoing>, caller: boolean) =>
  caller
    ? call.send({ type: 'devices.ready' }, { type: 'peer.accepted', call: 'u1' }, { type: 'media.connected' })
    : call.send({ type: 'user.answered' }, { type: 'devices.ready' }, { type: 'media.connected' });

describe('call', () => {
  it('CALL-6: the code of a hang-up follows how far the call got', () => {
    expect(hangupCode({ caller: true, talking: false })).toBe(902);
    expect(hangupCode({ caller: false, talking: false })).toBe(903);
    expect(hangupCode({ caller: false, talking: true })).toBe(906);
    const cancelled = outgoing();
    cancelled.send({ type: 'devices.ready' }, { type: 'user.hungUp' });
    expect(hangups(cancelled.effects)).toEqual([['u1', 902]]);
    const refused = incoming();
    refused.send({ type: 'user.hungUp' });
    expect(hangups(refused.effects)).toEqual([['u1', 903]]);
    for (const caller of [true, false]) {
      const call = caller ? outgoing() : incoming();
      talking(call, caller);
      call.send({ type: 'user.hungUp' });
      expect(hangups(call.effects)).toEqual([['u1', 906]]);
    }
  });

  it('CALL-7: no answer for 40 s, and 20 s without media, end with 905', async () => {
    const ringing = outgoing();
    ringing.send({ type: 'devices.ready' });
    await ringing.clock.advance(39_999);
    expect(ringing.done()).toBe(false);
    await ringing.clock.advance(1);
    expect([hangups(ringing.effects), ringing.context().end]).toEqual([[['u1', 905]], 'noAnswer']);
    const connecting = outgoing();
    connecting.send({ type: 'devices.ready' }, { type: 'peer.accepted', call: 'u1' });
    await connecting.clock.advance(20_000);
    expect([hangups(connecting.effects), connecting.context().end]).toEqual([[['u1', 905]], 'notConnected']);
  });

  it('CALL-8: a frame of an older call changes nothing', () => {
    const call = outgoing();
    call.send({ type: 'devices.ready' });
    const before = call.state();
    call.send(
      { type: 'peer.accepted', call: 'old' },
      { type: 'peer.hungUp', call: 'old', code: 903 },
      { type: 'peer.busy', call: 'old' },
      { type: 'own.handled', call: 'old', code: 904 },
    );
    expect(call.state()).toBe(before);
  });

  it('CALL-9: two simultaneous calls keep the one of the smaller user ID, on both sides', () => {
    const larger = outgoing({ self: 9, peer: 7, call: 'of9' });
    larger.send({ type: 'devices.ready' }, { type: 'peer.called', call: 'of7' });
    expect(larger.context()).toMatchObject({ call: 'of7', caller: false });
    expect(hangups(larger.effects)).toEqual([['of9', 902]]);
    expect(larger.effects).toContainEqual({ type: 'sendAccepted', call: 'of7' });
    const smaller = outgoing({ self: 7, peer: 9, call: 'of7' });
    smaller.send(
      { type: 'devices.ready' },
      { type: 'peer.called', call: 'of9' },
      { type: 'peer.hungUp', call: 'of9', code: 902 },
    );
    smaller.send({ type: 'peer.accepted', call: 'of7' });
    expect(smaller.context()).toMatchObject({ call: 'of7', caller: true });
    expect(smaller.effects).toContainEqual({ type: 'connectMedia', call: 'of7', initiator: true });
  });

  it('CALL-10: denied devices end silently for the caller and with 903 for the called one', () => {
    const caller = outgoing();
    caller.send({ type: 'devices.denied' });
    expect([hangups(caller.effects), caller.context().end]).toEqual([[], 'deviceDenied']);
    const callee = incoming();
    callee.send({ type: 'user.answered' }, { type: 'devices.denied' });
    expect([hangups(callee.effects), callee.context().end]).toEqual([[['u1', 903]], 'deviceDenied']);
  });

  it('CALL-11: handled on another device closes without a word', () => {
    const call = incoming();
    call.send({ type: 'own.handled', call: 'u1', code: 904 });
    expect([hangups(call.effects), call.context().end]).toEqual([[], 'elsewhere']);
  });

  it('CALL-12: an interruption is repaired for 30 s under the same id, then the call is lost', async () => {
    const call = outgoing();
    talking(call, true);
    call.send({ type: 'media.interrupted' });
    await call.clock.advance(29_000);
    call.send({ type: 'media.connected' });
    expect(call.state()).toBe('{"talking":"steady"}');
    call.send({ type: 'media.interrupted' });
    await call.clock.advance(30_000);
    expect([hangups(call.effects), call.context().end]).toEqual([[['u1', 906]], 'lost']);
    // One attempt may come to nothing, so there is another every five seconds.
    expect(call.effects.filter((effect) => effect.type === 'repairMedia')).toHaveLength(12);
  });

  it('CALL-9: a user who is about to call the caller answers that call', () => {
    const call = outgoing({ self: 7, peer: 9, call: 'mine' });
    call.send({ type: 'peer.called', call: 'theirs' }, { type: 'devices.ready' });
    expect([call.context().call, call.state()]).toEqual(['theirs', '"connecting"']);
    expect(call.effects.map((effect) => effect.type)).toEqual([
      'prepareDevices',
      'sendAccepted',
      'connectMedia',
    ]);
  });

  it('CALL-19: a call that does not reach the server ends as not connected', () => {
    const call = outgoing();
    call.send({ type: 'devices.ready' }, { type: 'calling.failed', call: 'u1' });
    expect([hangups(call.effects), call.context().end]).toEqual([[['u1', 902]], 'notConnected']);
  });

  it.each([
    ['calling', 903, 'refused'],
    ['calling', 905, 'noAnswer'],
    ['calling', null, 'notConnected'],
    ['ringing', 902, 'missed'],
    ['connecting', 905, 'notConnected'],
    ['connecting', 902, 'hungUp'],
    ['talking', 906, 'hungUp'],
  ] as const)('CALL-6: %s, hung up by the peer with %s, shows the reason %s', (phase, code, end) => {
    const call = phase === 'ringing' ? incoming() : outgoing();
    if (phase !== 'ringing') call.send({ type: 'devices.ready' });
    if (phase === 'connecting' || phase === 'talking') call.send({ type: 'peer.accepted', call: 'u1' });
    if (phase === 'talking') call.send({ type: 'media.connected' });
    call.send({ type: 'peer.hungUp', call: 'u1', code });
    expect(call.context().end).toBe(end);
  });

  it('CALL-13: a busy user and an offline user give different reasons', () => {
    const ends = (['peer.busy', 'peer.unreachable'] as const).map((type) => {
      const call = outgoing();
      call.send({ type: 'devices.ready' }, { type, call: 'u1' });
      return call.context().end;
    });
    expect(ends).toEqual(['busy', 'offline']);
  });

  it('CALL-13: only the server decides that a called user is absent', () => {
    const caller = outgoing();
    caller.send({ type: 'peer.offline' }, { type: 'devices.ready' });
    expect(caller.effects).toContainEqual({ type: 'sendCalling', call: 'u1' });
    const called = incoming();
    called.send({ type: 'user.answered' }, { type: 'peer.offline' });
    expect(called.context().end).toBe('offline');
  });

  it('CALL-14: an ended call leaves no timer and releases its media once', async () => {
    const call = outgoing();
    talking(call, true);
    call.send({ type: 'media.interrupted' }, { type: 'user.hungUp' });
    expect(call.clock.pending()).toBe(0);
    await call.clock.advance(120_000);
    expect(call.effects.filter((effect) => effect.type === 'releaseMedia')).toHaveLength(1);
  });
});
