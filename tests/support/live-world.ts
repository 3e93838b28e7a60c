import { USUAL_PRIVACY } from '../../src/domain/privacy.ts';
import { createHash } from 'node:crypto';
import { DEFAULT_CONFIG, type GlobalConfig } from '../../src/domain/config.ts';
import { groupContact, groupId, groupStream, privateStream, userStream } from '../../src/domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../src/domain/ids.ts';
import type { GroupSetting } from '../../src/domain/group-fields.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { command, type Core } from '../../src/server/kernel/core.ts';
import { createHub, type LiveHub } from '../../src/server/delivery/hub.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { Refusal } from '../../src/server/kernel/refusal.ts';
import { Gathering } from '../../src/server/features/messages/gathering.ts';
import { writeReactions } from '../../src/server/features/messages/react.ts';
import { writeVotes } from '../../src/server/features/messages/vote.ts';
import { Previews } from '../../src/server/features/previews/previews.ts';
import { Quotas } from '../../src/server/features/quotas/quotas.ts';
import { Tries } from '../../src/server/features/auth/tries.ts';
import type { SignedIn } from '../../src/server/features/context.ts';
import { addFriend as applyFriend } from '../../src/server/features/friends/apply.ts';
import { createGroup as foundGroup } from '../../src/server/features/groups/found.ts';
import { createSignalling } from '../../src/server/features/calls/calls.ts';
import { createMarks, type Marks } from '../../src/server/features/marks/marks.ts';
import { sendMessage } from '../../src/server/features/messages/send.ts';
import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import { FakeDevice, type DeviceOptions } from './fake-device.ts';
import { storeIdle, testStore } from './test-store.ts';

/** A user of a test with a valid token. */
export interface Somebody {
  readonly id: UserId;
  readonly name: string;
  /** The token as a client stores it. */
  readonly token: string;
  readonly context: SignedIn;
}

/** The server's services and hub over a store in memory and a virtual clock; sockets are objects. */
export interface LiveWorld {
  readonly core: Core;
  readonly hub: LiveHub;
  readonly clock: VirtualClock;
  readonly marks: Marks;
  setConfig(change: Partial<GlobalConfig['chatInfo']>): void;
  somebody(name: string, login?: { readonly isMobile?: boolean }): Promise<Somebody>;
  /** Opens another session of the same user. */
  login(who: Pick<Somebody, 'id' | 'name'>, login?: { readonly isMobile?: boolean }): Promise<Somebody>;
  befriend(a: Somebody, b: Somebody): Promise<StreamId>;
  group(
    owner: Somebody,
    ...others: readonly Somebody[]
  ): Promise<{ readonly id: GroupId; readonly stream: StreamId; readonly ref: string }>;
  setSetting(group: GroupId, change: Partial<GroupSetting>): Promise<void>;
  /** Sends a text; answers the wire message. */
  say(
    from: Somebody,
    to: string | number,
    content: string,
    more?: { readonly at?: number[]; readonly pid?: number; readonly id?: string; readonly extends?: object },
  ): Promise<Sent>;
  connect(options?: DeviceOptions): FakeDevice;
  /** A bound device with its greeting already taken. */
  device(who: Somebody, options?: DeviceOptions & { readonly ours?: boolean }): Promise<FakeDevice>;
  /** Everything that needs no time has happened. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Sent {
  readonly id: string;
  readonly msg_id: number;
  readonly n: number;
  readonly stream: StreamId;
  readonly seq: number;
}

export async function liveWorld(
  options: { readonly store?: (store: Store) => Store } = {},
): Promise<LiveWorld> {
  const clock = createVirtualClock();
  let made = 0;
  const ids = {
    uuid: () => `id-${(made += 1)}`,
    hex: (bytes: number) => digest(`secret ${(made += 1)}`).slice(0, bytes * 2),
  };
  const opened = await testStore.open({ clock, ids, log: silentLog });
  const store = options.store?.(opened) ?? opened;
  let config: GlobalConfig = DEFAULT_CONFIG;
  const base: Omit<Core, 'hub'> = {
    store,
    clock,
    ids,
    random: { next: () => 0.5 },
    passwords: {
      digest,
      hash: async (text) => digest(text),
      verify: async (hash, text) => hash === digest(text),
      mac: (key, text) => digest(`${key} ${text}`),
      relayPassword: (secret, name) => digest(`${secret} ${name}`),
    },
    secret: 'secret of a test',
    mail: null,
    log: silentLog,
    bus: createLocalBus(),
    config: () => config,
    settings: { registration: 'open', wireTime: 's' },
  };
  const hub = await createHub(base);
  const core: Core = { ...base, hub };
  const marks = createMarks(core);
  const signalling = createSignalling(core);
  const rates = new RateCounter(clock);
  const quotas = new Quotas(core);
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await clock.settle();
      await storeIdle();
      await hub.idle();
    }
  };
  const login: LiveWorld['login'] = async (who, { isMobile = false } = {}) => {
    const bare = ids.hex(32);
    const hash = digest(bare);
    const at = clock.nowMs();
    await store.write((tx) =>
      tx.tokens.insert({
        hash,
        user: who.id,
        terminal: 'web',
        isMobile,
        cid: '',
        createdAtMs: at,
        expiresAtMs: at + 1e10,
        device: '',
        lastUse: { place: '', minute: 0 },
        elsewhere: { provider: '', session: '' },
        provedAtMs: 0,
      }),
    );
    const session = { user: who.id, token: hash, isMobile };
    return {
      ...who,
      token: `bearer ${bare}`,
      context: {
        core,
        marks,
        signalling,
        rates,
        tries: new Tries(core, rates),
        quotas,
        reactions: new Gathering(core, writeReactions),
        votes: new Gathering(core, writeVotes),
        previews: new Previews(core, rates, quotas),
        peer: { address: '', userAgent: '' },
        language: 'zh',
        isOurs: true,
        origin: 'http://parley.test',
        session,
      },
    };
  };

  return {
    core,
    hub,
    clock,
    marks,
    settle,
    login,
    setConfig(change) {
      config = { ...config, chatInfo: { ...config.chatInfo, ...change } };
    },
    async somebody(name, options) {
      const id = await store.write((tx) => tx.users.insert(userRow(name)));
      return login({ id, name }, options);
    },
    async befriend(a, b) {
      answered(await applyFriend(a.context, { user_id: b.id, remark: 'hello', op: undefined }));
      answered(await applyFriend(b.context, { user_id: a.id, remark: 'hello', op: undefined }));
      await settle();
      return privateStream(a.id, b.id);
    },
    async group(owner, ...others) {
      const { data } = answered(
        await foundGroup(owner.context, {
          user_ids: others.map(({ id }) => id),
          name: 'Team',
          op: undefined,
        }),
      );
      const id = groupId((data as { readonly group_id: number }).group_id);
      await settle();
      return { id, stream: groupStream(id), ref: groupContact(id) };
    },
    async setSetting(group, change) {
      await store.write(async (tx) => {
        const row = await tx.groups.byId(group);
        if (row) await tx.groups.update(group, { setting: { ...row.setting, ...change } });
      });
    },
    async say(from, to, content, more = {}) {
      const body = {
        id: more.id ?? `m-${(made += 1)}`,
        toContactId: String(to),
        type: 'text',
        content,
        at: more.at ?? [],
        pid: more.pid,
        extends: (more.extends ?? null) as Readonly<Record<string, unknown>> | null,
        file_id: undefined,
      } as const;
      const { data } = answered(await sendMessage(from.context, body));
      return data as Sent;
    },
    connect: (options) => new FakeDevice(hub, options),
    async device(who, { ours = true, ...options } = {}) {
      const device = new FakeDevice(hub, options);
      device.bind(who, ours);
      await settle();
      device.take();
      return device;
    },
    async close() {
      await marks.flush();
      hub.close();
      await store.close();
    },
  };
}

/** A call was refused where the test wanted it done. */
export class RefusedError extends Error {}

/** Returns the answer of a call, or throws on a refusal. */
export function answered<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new RefusedError(answer.reason);
  return answer;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const userRow = (name: string) =>
  ({
    account: name.toLowerCase(),
    realname: name,
    passwordHash: '',
    avatar: '',
    email: '',
    motto: '',
    sex: 2,
    role: 0,
    isAuth: false,
    active: true,
    createdAtMs: 1,
    lastLoginAtMs: 0,
    lastLoginIp: '',
    privacy: USUAL_PRIVACY,
  }) as const;

/** Adds an event without meaning, for tests of positions: the user's own pin. */
export const nudge = (world: LiveWorld, who: Somebody, of: StreamId, on = true): Promise<unknown> =>
  command(world.core, (_, record) => record.event(userStream(who.id), { kind: 'top', of, on }));
