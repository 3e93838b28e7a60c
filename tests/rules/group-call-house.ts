import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { CallDriverParts } from '../../src/client/call/driver.ts';
import type { RequestResult } from '../../src/client/connection/api.ts';
import { createDeviceCalls } from '../../src/client/group-call/device-calls.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import type { GroupCall, GroupCallSignal, GroupCallSignalKind } from '../../src/domain/group-call.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { mediaNetwork } from '../support/fake-media.ts';

export const GROUP = contactId('group-3');
const DELAY_MS = 5;

interface Body {
  readonly device: string;
  readonly call: string;
  readonly to: string;
  readonly kind: GroupCallSignalKind;
  readonly text: string;
  readonly path: number;
}

type Answer = RequestResult | 'normal';
export const LOST: RequestResult = { kind: 'broken' };
export const enveloped = (code: number, data: unknown): RequestResult => ({
  kind: 'envelope',
  envelope: { code, msg: code === 0 ? '' : 'no', count: 0, data, page: 0, whole: {} },
});

/** A server with one group, whose answers a test may replace, and the devices of its members. */
export function house() {
  const clock = createVirtualClock();
  const media = mediaNetwork();
  const devices: Device[] = [];
  const on = {
    call: null as GroupCall | null,
    calls: 0,
    devices: 0,
    /** The next answers, by the end of the path. */
    answers: {} as Record<string, Answer>,
    /** The frames of the register arrive later than answers. */
    frameMs: DELAY_MS,
    hold: null as Promise<void> | null,
    removed: new Set<number>(),
  };
  const tell = () => {
    const { call } = on;
    for (const device of devices) clock.setTimeout(() => device.isBound() && device.lists(call), on.frameMs);
  };
  const set = (participants: GroupCall['participants']) => {
    const { call } = on;
    if (participants.length === 0) on.call = null;
    else if (call !== null) on.call = { ...call, participants };
    else {
      const startedBy = participants[0]?.user ?? userId(0);
      on.call = { id: `call-${(on.calls += 1)}`, startedAtMs: 1_000, startedBy, participants, unit: '' };
    }
    tell();
  };
  const act = (what: string, body: Body, self: number): RequestResult => {
    const before = on.call?.participants ?? [];
    switch (what) {
      case 'joinGroupCall': {
        if (on.removed.has(self)) return enveloped(400, { refusal: 'removed' });
        const joined = before.filter((one) => one.user !== self || one.device === body.device);
        const isThere = joined.some((one) => one.device === body.device);
        const own = { device: body.device, user: userId(self), name: `n${self}`, avatar: '' };
        set(isThere ? joined : [...joined, { ...own, joinedAtMs: clock.nowMs(), isHandRaised: false }]);
        return enveloped(0, on.call);
      }
      case 'leaveGroupCall':
        set(before.filter((one) => one.device !== body.device));
        return enveloped(0, {});
      case 'signalGroupCall': {
        const { call, to, kind, text, path, device: from } = body;
        const signal: GroupCallSignal = { group: GROUP, call, from, to, kind, text, path };
        for (const device of devices)
          clock.setTimeout(() => device.isBound() && device.signal(signal), DELAY_MS);
        return enveloped(0, {});
      }
      default:
        return enveloped(0, {});
    }
  };
  const ask = async (self: number, path: string, body: Body, posts: string[]): Promise<RequestResult> => {
    const what = path.split('/').at(-1) ?? '';
    posts.push([what, body.kind].filter((one) => one !== undefined).join(' '));
    const answer = on.answers[what] ?? 'normal';
    await new Promise<void>((done) => void clock.setTimeout(done, DELAY_MS));
    if (what === 'joinGroupCall') await on.hold;
    return answer === 'normal' ? act(what, body, self) : answer;
  };
  const device = (self: number, memory = createMemoryProfile().settings()): Device => {
    const made = aDevice({ clock, port: media.device(), self, ask, memory, number: (on.devices += 1) - 1 });
    devices.push(made);
    made.lists(on.call);
    return made;
  };
  /** The page is gone without a word. */
  const kill = (gone: Device) => {
    devices.splice(devices.indexOf(gone), 1);
    const kept = gone.memory.get('call-talk');
    gone.driver.stop();
    gone.memory.set('call-talk', kept);
  };
  return { clock, media, on, device, kill, set, wait: (ms: number) => clock.advance(ms) };
}

export type Device = ReturnType<typeof aDevice>;

function aDevice(parts: {
  readonly clock: VirtualClock;
  readonly port: ReturnType<ReturnType<typeof mediaNetwork>['device']>;
  readonly self: number;
  readonly number: number;
  readonly memory: ReturnType<ReturnType<typeof createMemoryProfile>['settings']>;
  readonly ask: (self: number, path: string, body: Body, posts: string[]) => Promise<RequestResult>;
}) {
  const { clock, port, self, memory } = parts;
  const posts: string[] = [];
  const last: string[] = [];
  const now = { call: null as GroupCall | null, isBound: true, bind: 0, names: 0, reconnects: 0 };
  const state = (): State => ({
    ...EMPTY,
    clientId: `client-${now.bind}` as State['clientId'],
    connection: now.isBound ? { name: 'open', bound: true } : { name: 'waiting', attempt: 1 },
    config: { ...EMPTY.config, chatInfo: { ...EMPTY.config.chatInfo, webrtc: true, simpleChat: true } },
    self: { id: userId(self) } as State['self'],
    contacts: new Map([
      [GROUP, { id: GROUP, kind: 'group', groupCall: now.call }],
      [contactId(99), { id: contactId(99), kind: 'person', isOnline: true }],
    ]) as unknown as State['contacts'],
  });
  const driver = createDeviceCalls({
    ports: {
      clock,
      ids: {
        // Devices sort by their number, so that the earlier one offers.
        hex: () => `${parts.number}`.padStart(4, '0') + String((now.names += 1)).padStart(28, '0'),
        uuid: () => `own-${(now.names += 1)}`,
      },
      settings: createMemoryProfile().settings(),
      media: port,
      tabMemory: memory,
    },
    api: {
      ask: async (path: string, body: Body) =>
        now.isBound ? parts.ask(self, path, body, posts) : Promise.resolve(LOST),
      call: async (path: string, body: Body) => {
        await parts.ask(self, path, body, posts);
        return { ok: true, value: {} };
      },
      last: async (path: string) => void last.push(path.split('/').at(-1) ?? ''),
    },
    store: { get: state },
    self: () => userId(self),
    raise: () => undefined,
    actions: () => ({
      refreshConfig: async () => undefined,
      reconnect: () => void (now.reconnects += 1),
    }),
  } as unknown as CallDriverParts);
  const look = () => driver.onChange(state());
  const isBound = () => now.isBound;
  return {
    self,
    driver,
    isBound,
    reconnects: () => now.reconnects,
    posts,
    last,
    memory,
    media: port,
    signal: (signal: GroupCallSignal) => driver.signalled({ type: 'groupCallSignal', signal }),
    lists: (call: GroupCall | null) => {
      now.call = call;
      look();
    },
    cut: () => {
      now.isBound = false;
      look();
    },
    bind: () => {
      now.isBound = true;
      now.bind += 1;
      look();
      driver.caughtUp();
    },
    join: () => driver.actions.joinGroupCall(GROUP, { video: false }),
    view: () => driver.groups.get(),
    stage: () => driver.groups.get()?.stage ?? null,
    end: () => driver.groups.get()?.end ?? null,
    others: () => driver.groups.get()?.others.map(({ user, stage }) => `${user} ${stage}`) ?? [],
    joins: () => posts.filter((one) => one === 'joinGroupCall').length,
  };
}

/** Devices of users 1, 2 … in one call, connected with each other. */
export async function inCall(count: number) {
  const all = house();
  const devices = Array.from({ length: count }, (_, at) => all.device(at + 1));
  for (const one of devices) {
    await one.join();
    await all.wait(50);
  }
  await all.wait(1_000);
  return { ...all, devices, a: devices[0] as Device, b: devices[1] as Device };
}
