import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callLockMachine } from '../../machines/call-lock.machine.ts';
import { callLimits } from '../../src/domain/limits.ts';
import type { CallLockEffect, CallLockEvent } from '../../machines/call-lock.machine.ts';
import { run } from '../support/machine-run.ts';

const signal = (
  kind: string,
  peer: number,
  code: number | null = 901,
  fromSelf = false,
  call = `u${peer}`,
): CallLockEvent => ({
  type: 'signal.received',
  call,
  kind,
  code,
  peer,
  fromSelf,
});
const calling = (call: string, from: number): CallLockEvent => ({
  type: 'calling.received',
  incoming: { call, from, video: false, name: 'n', avatar: '' },
});
const start = () => run<CallLockEffect, CallLockEvent>(callLockMachine);

describe('call lock', () => {
  it('CALL-1: an offer or an answer holds the lock for that peer', () => {
    for (const kind of ['offer', 'answer']) {
      const lock = start();
      lock.send(signal(kind, 2));
      expect(lock.context().peer).toBe(2);
    }
    const lock = start();
    lock.send(signal('iceCandidate', 2), signal('acceptRtc', 2, 904));
    expect(lock.context().peer).toBeNull();
  });

  it('CALL-2: a hang-up, own end codes and an offline peer clear it; others do not', () => {
    const clears: CallLockEvent[] = [
      signal('hangup', 2, 906),
      ...[902, 903, 905, 906, 907].map((code) => signal('otherOpt', 2, code, true)),
      { type: 'peer.offline', user: 2 },
      { type: 'call.over', call: 'u2' },
      { type: 'calls.listed', calls: ['u3'] },
    ];
    for (const event of clears) {
      const lock = start();
      lock.send(signal('offer', 2), event);
      expect(lock.context().peer).toBeNull();
    }
    const keeps: CallLockEvent[] = [
      signal('otherOpt', 2, 904, true),
      signal('otherOpt', 2, 906, false),
      signal('hangup', 3, 902),
      signal('hangup', 2, 906, false, 'of before'),
      { type: 'call.over', call: 'u3' },
      { type: 'calls.listed', calls: ['u2'] },
      { type: 'peer.offline', user: 3 },
    ];
    for (const event of keeps) {
      const lock = start();
      lock.send(signal('offer', 2), event);
      expect(lock.context().peer).toBe(2);
    }
  });

  it('CALL-3: an incoming call opens the page', () => {
    const lock = start();
    lock.send(calling('u1', 2));
    expect(lock.effects).toEqual([
      { type: 'openCallPage', incoming: expect.objectContaining({ call: 'u1' }) },
    ]);
    // A repeated frame on another way rings once; another call gets a busy answer.
    lock.send(calling('u1', 2), calling('u2', 3), { type: 'page.closed' }, calling('u2', 3));
    expect(lock.effects.map((effect) => [effect.type, effect.incoming.call]).slice(1)).toEqual([
      ['answerBusy', 'u2'],
      ['openCallPage', 'u2'],
    ]);
  });

  it('CALL-4: on the page another call gets one busy, its own call none', () => {
    const lock = start();
    lock.send({ type: 'page.opened', call: 'mine' }, calling('mine', 2), calling('u2', 3), calling('u2', 3));
    expect(lock.effects.map((effect) => [effect.type, effect.incoming.call])).toEqual([['answerBusy', 'u2']]);
  });

  it('CALL-5: equals a model of two variables, and can always be freed', () => {
    const events = fc.oneof(
      fc.constantFrom('offer', 'answer', 'hangup', 'otherOpt', 'iceCandidate').chain((kind) =>
        fc
          .record({
            peer: fc.integer({ min: 2, max: 4 }),
            code: fc.constantFrom(901, 902, 904, 906, 907),
            own: fc.boolean(),
            call: fc.integer({ min: 1, max: 3 }),
          })
          .map(({ peer, code, own, call }) => signal(kind, peer, code, own, `u${peer}.${call}`)),
      ),
      fc.integer({ min: 2, max: 4 }).map((user): CallLockEvent => ({ type: 'peer.offline', user })),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
        const lock = start();
        const over = new Set<string>();
        let held: { readonly peer: number; readonly call: string } | null = null;
        for (const event of sequence) {
          lock.send(event);
          if (event.type === 'peer.offline' && event.user === held?.peer) held = null;
          if (event.type === 'signal.received') {
            const { call, peer, kind } = event;
            if (
              kind === 'hangup' ||
              (event.fromSelf && [902, 903, 905, 906, 907].includes(event.code ?? 0))
            ) {
              over.add(call);
              if (held?.call === call) held = null;
            } else if (
              (kind === 'offer' || kind === 'answer') &&
              !over.has(call) &&
              (held === null || held.peer === peer)
            )
              held = { call, peer };
          }
          expect([lock.context().call, lock.context().peer]).toEqual([
            held?.call ?? null,
            held?.peer ?? null,
          ]);
        }
        if (held !== null) lock.send({ type: 'peer.offline', user: held.peer });
        expect(lock.context().peer).toBeNull();
      }),
    );
  });

  it('CALL-8: events of a call after its end hold no lock, for any kind of end', () => {
    const ends: CallLockEvent[] = [
      signal('hangup', 2),
      signal('busy', 2, 907),
      signal('otherOpt', 2, 906, true),
      { type: 'call.over', call: 'u2' },
    ];
    for (const end of ends) {
      for (const before of [[], [signal('offer', 2)]]) {
        const lock = start();
        lock.send(...before, end, signal('offer', 2), signal('answer', 2));
        expect(lock.context().peer).toBeNull();
        lock.send(signal('offer', 2, 901, false, 'the next one'));
        expect(lock.context().peer).toBe(2);
      }
    }
  });

  it('CALL-8: remembers a bounded number of ends', () => {
    const lock = start();
    for (let at = 0; at <= callLimits.endedMax; at += 1) lock.send(signal('hangup', 2, 906, false, `c${at}`));
    expect(lock.context().over).toHaveLength(callLimits.endedMax);
  });
});
