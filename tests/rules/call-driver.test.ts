import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createCallDriver } from '../../src/client/call/call-driver.ts';
import type { CallDriverParts } from '../../src/client/call/driver.ts';
import { keepPendingHangup, takePendingHangups } from '../../src/client/call/pending-hangups.ts';
import { keepTalk, readTalk } from '../../src/client/call/talk-memory.ts';
import type { RequestResult } from '../../src/client/connection/api.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { CALL } from '../../src/domain/call.ts';
import { callLimits } from '../../src/domain/call-limits.ts';
import type { CallSignal } from '../../src/domain/events.ts';
import { contactId, messageId, type UserId, userId } from '../../src/domain/ids.ts';
import { mediaNetwork } from '../support/fake-media.ts';

const [ME, PEER] = [userId(7), userId(9)];
const how = { video: false, name: 'Bert', avatar: '' };
const accepted: RequestResult = {
  kind: 'envelope',
  envelope: { code: 0, msg: '', count: 0, data: {}, page: 0, whole: {} },
};

/** The calls of a device, with a server whose answers the test sets. */
function device({ supported = true, self = ME }: { supported?: boolean | null; self?: typeof ME } = {}) {
  const clock = createVirtualClock();
  const posts: string[] = [];
  const memory = createMemoryProfile();
  const on = { self, answer: accepted, online: true, made: 0 };
  const state = (): State => ({
    ...EMPTY,
    config: {
      ...EMPTY.config,
      chatInfo: { ...EMPTY.config.chatInfo, webrtc: true, simpleChat: true },
    },
    contacts: new Map([[contactId(PEER), { isOnline: on.online }]]) as unknown as State['contacts'],
  });
  const media = mediaNetwork().device();
  const tabMemory = memory.settings();
  const parts = {
    ports: {
      clock,
      ids: { hex: () => 'x', uuid: () => `own-${(on.made += 1)}` },
      settings: memory.settings(),
      media: supported === null ? undefined : { ...media, supported },
      tabMemory,
    },
    api: {
      ask: async (_: string, body: { readonly event: string; readonly id: string }) => {
        posts.push(`${body.event} ${body.id}`);
        return on.answer;
      },
    },
    store: { get: state },
    self: () => on.self,
    raise: () => undefined,
    actions: () => undefined,
  };
  const driver = createCallDriver(parts as unknown as CallDriverParts);
  const look = (online: boolean) => {
    on.online = online;
    driver.onChange(state());
  };
  /** A step of the other side. */
  const speak = (call: string, kind: string, no: number | null = null) =>
    driver.signalled({
      type: 'callSignal',
      conversation: contactId(PEER),
      from: { id: PEER, displayName: 'Bert', realname: 'Bert', avatar: '' },
      call: messageId(call),
      signal: {
        kind,
        video: false,
        status: null,
        code: null,
        talkSec: null,
        sdp: '',
        candidate: '{}',
        isMobile: false,
        no,
        path: null,
      } satisfies CallSignal,
      isMissed: false,
    });
  const calls = async () => {
    const made = await driver.actions.startCall(PEER, how);
    await clock.settle();
    if (!made.ok) throw new Error('no call');
    return made.value;
  };
  const stage = () => [driver.view.get()?.stage, driver.view.get()?.end];
  return { clock, driver, on, posts, tabMemory, looked: look, says: speak, calls, stage };
}

it.each([null, false])(
  'CALL-1: a device whose page has no calls (%s) says so beforehand',
  async (supported) => {
    const one = device({ supported });
    expect(one.driver.view.mayCall(contactId(PEER))).toBe('unsupported');
    expect((await one.driver.actions.startCall(PEER, how)).ok).toBe(false);
    expect([one.posts, one.driver.view.get()]).toEqual([[], null]);
  },
);

it('CALL-18: a bind names the call that the server knows, with its last number, and no other', async () => {
  const one = device();
  one.on.answer = { kind: 'broken' };
  const call = await one.calls();
  expect(one.driver.callsToReport()).toEqual({});
  // The server lists nothing, because it has not received the call yet.
  one.driver.bound([]);
  expect(one.stage()).toEqual(['calling', null]);
  one.on.answer = accepted;
  await one.clock.advance(500);
  expect(one.driver.callsToReport()).toEqual({ [call]: 0 });
  one.says(call, 'iceCandidate', 5);
  one.says(call, 'iceCandidate', 4);
  one.says('another', 'iceCandidate', 9);
  expect(one.driver.callsToReport()).toEqual({ [call]: 5 });
  one.driver.bound([{ id: call, frames: [] }]);
  expect(one.stage()).toEqual(['calling', null]);
  one.driver.bound([]);
  expect(one.stage()[0]).toBe('ended');
  await one.clock.settle();
  expect(one.posts.at(-1)).toBe(`hangup ${call}`);
  expect(one.driver.callsToReport()).toEqual({});
});

it('CALL-9, CALL-18: when both users call, the surviving call counts frames from its start', async () => {
  // When two calls cross, the one of the smaller user ID continues.
  const one = device({ self: userId(10) });
  const own = await one.calls();
  one.says(own, 'iceCandidate', 5);
  one.says('theirs', 'calling');
  expect([one.driver.view.get()?.id, one.driver.callsToReport()]).toEqual(['theirs', { theirs: 0 }]);
  one.says('theirs', 'iceCandidate', 2);
  expect(one.driver.callsToReport()).toEqual({ theirs: 2 });
});

it('CALL-13: a ring ends when the caller goes, also one who was seen only while it rang', () => {
  const one = device();
  one.on.online = false;
  one.says('theirs', 'calling');
  const observations = [false, true, true, false].map((online) => {
    one.looked(online);
    return one.stage();
  });
  expect(observations).toEqual([...Array.from({ length: 3 }, () => ['ringing', null]), ['ended', 'missed']]);
});

it('CALL-22: after the session ended, no step of its calls is sent, even for the next user', async () => {
  const one = device();
  one.on.answer = { kind: 'broken' };
  const call = await one.calls();
  expect(one.posts).toEqual([`calling ${call}`]);
  one.driver.closed();
  one.on.self = userId(8);
  one.on.answer = accepted;
  await one.clock.advance(120_000);
  expect([one.posts.length, one.driver.view.get(), one.clock.pending()]).toEqual([1, null, 0]);
});

/** The stored entry of a page about its call. */
const leftTalk = ({ clock }: Pick<ReturnType<typeof device>, 'clock'>, self: UserId, call: string) => ({
  self,
  call: messageId(call),
  peer: PEER,
  caller: true,
  name: 'Bert',
  avatar: '',
  video: false,
  sinceMs: clock.nowMs() - 5_000,
  path: 2,
  microphone: true,
  camera: false,
});

it.each([
  ['the server lists, on a page that can call', true, true, 'returning', []],
  ['the server lists, on a page that cannot', true, false, undefined, ['hangup kept']],
  ['the server does not list', false, true, undefined, ['hangup kept']],
])('CALL-46: the stored call of a previous page, which %s', async (_, isListed, supported, stage, posts) => {
  const one = device({ supported });
  const talk = leftTalk(one, ME, 'kept');
  keepTalk(one.tabMemory, talk);
  one.driver.bound(isListed ? [{ id: talk.call, frames: [] }] : []);
  await one.clock.settle();
  expect([one.stage()[0], one.posts]).toEqual([stage, posts]);
  expect(readTalk(one.tabMemory)?.call).toBe(posts.length === 0 ? 'kept' : undefined);
});

it('CALL-46: a call that another user left on this page is forgotten, and nothing is sent', async () => {
  const one = device();
  keepTalk(one.tabMemory, leftTalk(one, userId(8), 'theirs'));
  one.driver.bound([{ id: messageId('theirs'), frames: [] }]);
  await one.clock.settle();
  expect([readTalk(one.tabMemory), one.stage()[0], one.posts]).toEqual([null, undefined, []]);
});

const hangup = (no: number, talkSec: number | null = null) =>
  ({
    call: messageId(`call-${no}`),
    to: PEER,
    video: false,
    event: 'hangup',
    code: CALL.ended,
    talkSec,
    sdp: '',
    candidates: [],
    path: 0,
  }) as const;

it('CALL-39: hang-ups that are still to be said come back as they were kept, the oldest ones, once', () => {
  const settings = createMemoryProfile().settings();
  keepPendingHangup(settings, ME, hangup(0, 12));
  keepPendingHangup(settings, ME, hangup(1));
  keepPendingHangup(settings, ME, hangup(1, 4));
  expect(takePendingHangups(settings, userId(8))).toEqual([]);
  expect(takePendingHangups(settings, ME)).toEqual([hangup(0, 12), hangup(1, 4)]);
  expect(takePendingHangups(settings, ME)).toEqual([]);
  for (let no = 0; no < callLimits.endedMax + 2; no += 1) keepPendingHangup(settings, ME, hangup(no));
  expect(takePendingHangups(settings, ME).map(({ call }) => call)).toEqual(
    Array.from({ length: callLimits.endedMax }, (_, no) => `call-${no}`),
  );
});
