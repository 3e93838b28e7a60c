import { describe, expect, it } from 'vitest';
import { intentionsChecker, isCancelled } from '../../simulator/checkers/intentions.ts';
import type { Tab } from '../../simulator/devices/device.ts';
import type { Pressed } from '../../simulator/devices/record.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import type { World } from '../../simulator/world/world-type.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';

type AnyPress = Pick<Pressed, 'register' | 'value'> & Partial<Pressed>;

/** A World in which 1 pressed something, after they had joined; two commands ran for it. */
function worldWithPresses(...pressed: readonly AnyPress[]): World {
  const recorder = new Recorder(() => 5_000);
  const tab = { name: 'a', state: () => ({ outbox: new Map() }) } as unknown as Tab;
  recorder.ran.push({
    nowMs: 1,
    state: 'kept',
    events: [
      {
        stream: streamId('u1'),
        seq: 1,
        facts: { kind: 'joined', of: streamId('1-2'), base: 0, via: 'friend' } as never,
      },
      {
        stream: streamId('1-2'),
        seq: 1,
        facts: { kind: 'message', msgId: msgId(1), id: messageId('x'), n: 1, from: userId(1) },
      },
    ],
  });
  recorder.ran.push({
    nowMs: 2,
    state: 'kept',
    events: [{ stream: streamId('u1'), seq: 2, facts: { kind: 'top', of: streamId('1-2'), on: true } }],
  });
  const all = pressed.map((one): Pressed => ({
    tab,
    person: 1,
    of: '2',
    at: 1,
    selfSeq: 1,
    atMs: 1,
    ...one,
  }));
  return {
    recorder,
    people: [1, 2, 3].map((id, index) => ({ id, index, devices: [] })),
    tabs: () => [tab],
    clock: { elapsedMs: () => 9_000 },
    record: { presses: all, plainPresses: [], signedOutMs: new Map() },
    leavers: [],
    strangers: [],
    derived: {},
  } as unknown as World;
}

describe('pending changes of a user', () => {
  it('SIM-21: the last press holds, not an earlier one', async () => {
    const nothing = { events: new Map(), heads: new Map() };
    expect(
      await intentionsChecker.end?.(
        worldWithPresses({ register: 'top', value: false }, { register: 'top', value: true }),
        nothing,
      ),
    ).toEqual([]);
    expect(
      await intentionsChecker.end?.(
        worldWithPresses({ register: 'top', value: true }, { register: 'top', value: false }),
        nothing,
      ),
    ).toEqual([expect.stringContaining('pressed top false')]);
    const hides = { register: 'hide', value: 3 } as const;
    expect(await intentionsChecker.end?.(worldWithPresses(hides), nothing)).toEqual([
      expect.stringContaining('pressed hide 3'),
    ]);
    // Seed 900285: that tab did not know yet of the membership that it is judged by.
    expect(await intentionsChecker.end?.(worldWithPresses({ ...hides, selfSeq: 0 }), nothing)).toEqual([]);
  });

  it('SIM-21: a file that was cancelled is shown nowhere, and no page sends it later', () => {
    expect(isCancelled(worldWithRequest(1_500), cancelledWith([]))).toBe(true);
    expect(isCancelled(worldWithRequest(1_500), cancelledWith(['file']))).toBe(false);
    expect(isCancelled(worldWithRequest(200_000), cancelledWith([]))).toBe(false);
    expect(isCancelled(worldWithRequest(200_000, true), cancelledWith([]))).toBe(true);
  });
});

/** After a second, in a page that shows these files. */
const cancelledWith = (views: readonly string[]): Pressed => {
  const tab = { client: { uploads: { get: () => views.map((id) => ({ id })) } } } as unknown as Tab;
  return { tab, person: 1, register: 'cancel', of: 'file', value: true, at: 0, selfSeq: 0, atMs: 1_000 };
};

const worldWithRequest = (cameMs: number, isCopy = false): World =>
  ({
    recorder: { requests: [{ user: 1, call: 'uploadfile', body: '{"id":"file"}', isCopy, cameMs }] },
  }) as unknown as World;
