import { describe, expect, it } from 'vitest';
import { groupCallOf } from '../../src/client/state/selectors.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import type { GroupCall } from '../../src/domain/group-call.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import { decodeGroupCallAnswer } from '../../src/wire/answers/group-calls.ts';
import { decodeContactRow } from '../../src/wire/down/contact.ts';
import { decodeFrame } from '../../src/wire/down/down.ts';
import { local, message, place, run, server } from '../support/contacts.ts';
import { at, GROUP, said, start } from '../support/one-group.ts';

const CALL: GroupCall = {
  id: 'c1',
  startedAtMs: 1_000,
  startedBy: userId(9),
  unit: '',
  participants: [
    { device: 'a1', user: userId(9), name: 'Nine', avatar: '', joinedAtMs: 1_000, isHandRaised: true },
  ],
};
const SIGNAL = { call: 'c1', from: 'a1', to: 'b2', kind: 'offer', text: 'words', path: 1 } as const;

const decoded = (type: string, data: object): unknown => {
  const frame = decodeFrame(JSON.stringify({ type, time: 1, data }), userId(7));
  return frame.ok && frame.value !== 'ignored' ? frame.value.event : frame;
};
const row = (group_call?: unknown) => {
  const facts = decodeContactRow({ id: GROUP, group_call });
  return facts.ok ? (facts.value.groupCall ?? null) : facts;
};
const set = (seq: number, call: GroupCall | null) =>
  server({ type: 'groupCallSet', conversation: GROUP, call }, at(seq));

describe('GCALL-1: the call of a group on a device', () => {
  it('GCALL-1: decodes the call in a frame, in a contact row and in the answer to a join', () => {
    const toContactId = GROUP;
    for (const call of [CALL, null])
      expect(decoded('groupCall', { toContactId, call })).toEqual({
        type: 'groupCallSet',
        conversation: GROUP,
        call,
      });
    expect([row(CALL), row(null), row()]).toEqual([CALL, null, null]);
    // A call that cannot be read loses no group.
    expect(row({ ...CALL, participants: 'x' })).toBeNull();
    expect([decodeGroupCallAnswer(CALL), decodeGroupCallAnswer({})]).toEqual([CALL, null]);
  });

  it('GCALL-1: the call goes on after a message of the group', () => {
    const inCall = run(start(), set(1, CALL));
    const after = run(inCall.state, said(2, message(1)));
    expect(groupCallOf(after.state, GROUP)).toEqual(CALL);
    expect(groupCallOf(run(after.state, set(3, null)).state, GROUP)).toBeNull();
  });

  it('GCALL-1: shows the newest state, and none after the group is gone', () => {
    const state = start();
    const full = run(state, set(1, CALL)).state;
    expect(groupCallOf(full, GROUP)).toEqual(CALL);
    expect(groupCallOf(run(full, set(2, null), set(1, CALL)).state, GROUP)).toBeNull();
    const left: ServerEvent = {
      type: 'left',
      conversation: GROUP,
      stream: streamId('group-3'),
      until: 2,
      why: 'dissolved',
    };
    expect(groupCallOf(run(full, server(left, place('u7', 1))).state, GROUP)).toBeNull();
    const stream = streamId('group-3');
    expect(
      groupCallOf(run(full, local({ type: 'contactResynced', stream, contact: null })).state, GROUP),
    ).toBeNull();
  });

  it('GCALL-5: a signal is passed on as it is, and a kind of a newer server is refused', () => {
    expect(decoded('groupCallSignal', { toContactId: GROUP, ...SIGNAL })).toEqual({
      type: 'groupCallSignal',
      signal: { group: GROUP, ...SIGNAL },
    });
    expect(decoded('groupCallSignal', { toContactId: GROUP, ...SIGNAL, kind: 'later' })).toMatchObject({
      ok: false,
    });
  });
});
