import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamId, userId } from '../../src/domain/ids.ts';
import { DAY } from '../../src/domain/duration.ts';
import type { EventFacts } from '../../src/ports/store.ts';
import type { Pages } from '../../src/ports/pages.ts';
import { makePreview } from '../../src/server/features/previews/make-preview.ts';
import { Quotas } from '../../src/server/features/quotas/quotas.ts';
import { command } from '../../src/server/kernel/core.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const im = '/enterprise/im';
const ofGroup = '/enterprise/group';
/** The word in all restricted text. */
const SECRET = 'zebrasecret';

/** Each page describes itself with restricted text. */
const pages: Pages = {
  find: () =>
    Promise.resolve({ kind: 'words', words: { title: SECRET, text: SECRET, site: '', picture: null } }),
};

/** A chat with a message from before the newcomer came, and what happens to it. */
interface Scene {
  readonly world: World;
  /** Acts. */
  readonly anna: Person;
  /** Was there all the time. */
  readonly bela: Person;
  /** A friend of anna in no group. */
  readonly spare: Person;
  /** The ID of the group, or of the other user in a one-to-one chat. */
  readonly to: string;
  /** The secret message. */
  readonly id: string;
  readonly n: number;
  readonly msgId: number;
  /** Unique in the run. */
  readonly fresh: string;
}

interface Case {
  /** Anna's action, in the group or, with `inTwo`, in a one-to-one chat. */
  readonly act: (scene: Scene) => Promise<unknown>;
  /** How the secret message is, other than a text of anna's. */
  readonly secret?: object;
  /** Before the newcomer comes. */
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly inTwo?: true;
  /** Its frame has restricted text for a user who may read it. */
  readonly carriesSecret?: true;
  /** Also users who may not read the message receive its ID. */
  readonly forNewcomers?: true;
  /** Only there. */
  readonly notInGroup?: true;
}

const record = ({ world, to }: Scene, facts: EventFacts) =>
  command(world.server.core, async (_, events) => events.event(streamId(to), facts));
const poll = { extends: { poll: { options: ['one', 'two'] } } };
const ruled =
  (path: string, body: (scene: Scene) => object): Case['act'] =>
  (scene) =>
    scene.world.ok(scene.anna, `${ofGroup}/${path}`, { id: scene.to, ...body(scene) });
const finish =
  (call: string, body: (scene: Scene) => object): Case['act'] =>
  (scene) =>
    scene.world.ok(scene.anna, `${im}/${call}`, body(scene));

/** Actions in a user's own stream, which no other user receives. */
interface Own {
  readonly own: (scene: Scene) => Promise<unknown>;
}

/** Actions on users, without messages. They have a separate table in `what-a-viewer-sees-people.test.ts`. */
interface OfPeople {
  readonly ofPeople: true;
}
const OF_PEOPLE: OfPeople = { ofPeople: true };

/** Every kind of event; a new one does not compile without a row. */
const KINDS: Readonly<Record<EventFacts['kind'], Case | Own | OfPeople>> = {
  message: {
    act: finish('sendMessage', ({ to, msgId, fresh }) => ({
      id: `answer-${fresh}`,
      toContactId: to,
      type: 'text',
      content: 'an answer',
      pid: msgId,
    })),
    inTwo: true,
    carriesSecret: true,
  },
  recall: { act: finish('undoMessage', ({ id }) => ({ id })), inTwo: true, forNewcomers: true },
  delete: { act: finish('delMessage', ({ id }) => ({ id })), inTwo: true, forNewcomers: true },
  read: {
    act: ({ world, bela, to, id }) =>
      world.ok(bela, 'im/setMsgIsRead', { toContactId: to, messages: [{ id }] }),
  },
  rename: { act: ruled('editGroupName', () => ({ displayName: 'Another' })) },
  added: { act: ruled('addGroupUser', ({ spare }) => ({ user_ids: [spare.id] })) },
  removed: { act: ruled('removeUser', ({ bela }) => ({ user_id: bela.id })) },
  dissolved: { act: ruled('removeGroup', () => ({})) },
  groupSetting: { act: ruled('groupSetting', () => ({ setting: { profile: 1 } })) },
  manager: { act: ruled('setManager', ({ bela }) => ({ user_id: bela.id, role: 2 })) },
  owner: { act: ruled('changeOwner', ({ bela }) => ({ user_id: bela.id })) },
  muted: { act: ruled('setNoSpeak', ({ bela }) => ({ user_id: bela.id, noSpeakDay: 1 })) },
  groupCall: { act: (scene) => record(scene, { kind: 'groupCall' }) },
  anew: { act: (scene) => record(scene, { kind: 'anew' }), inTwo: true },
  cleared: { act: ruled('clearMessage', () => ({})) },
  edited: {
    act: finish('editMessage', ({ id }) => ({ id, content: `${SECRET} in other words` })),
    inTwo: true,
    carriesSecret: true,
  },
  // A block refuses it in a chat of two.
  timer: { act: finish('setTimer', ({ to }) => ({ toContactId: to, days: 7 })) },
  pinned: { act: finish('pinMessage', ({ id }) => ({ id, on: 1 })), inTwo: true },
  unpinned: {
    before: finish('pinMessage', ({ id }) => ({ id, on: 1 })),
    act: finish('pinMessage', ({ id }) => ({ id, on: 0 })),
    inTwo: true,
  },
  reacted: { act: finish('react', ({ id }) => ({ id, emoji: '👍', on: 1 })), inTwo: true },
  voted: { secret: poll, act: finish('vote', ({ id }) => ({ id, options: [0] })) },
  pollClosed: { secret: poll, act: finish('closePoll', ({ id }) => ({ id })) },
  previewed: {
    secret: { content: `${SECRET} https://page.test/` },
    act: ({ world: { server }, anna, id }) => {
      const on = { core: server.core, quotas: new Quotas(server.core), signal: new AbortController().signal };
      return makePreview(on, userId(anna.id), id);
    },
    inTwo: true,
    carriesSecret: true,
  },
  updated: {
    secret: { type: 'contact', extends: { id: 1 } },
    act: finish('updateCard', ({ id, spare }) => ({ id, extends: { id: spare.id } })),
    inTwo: true,
    carriesSecret: true,
  },
  call: {
    notInGroup: true,
    act: async ({ world, anna, to, fresh }) => {
      const call = { id: `call-${fresh}`, toContactId: Number(to), type: 0, status: 3 };
      await world.call(anna, 'im/sendToMsg', { ...call, event: 'calling' });
      await world.call(anna, 'im/sendToMsg', { ...call, event: 'hangup' });
    },
    inTwo: true,
  },
  top: { own: finish('setChatTop', ({ to }) => ({ id: to, is_top: 1 })) },
  notice: { own: finish('isNotice', ({ to }) => ({ id: to, is_notice: 0 })) },
  archive: { own: finish('archiveChat', ({ to }) => ({ id: to, on: 1 })) },
  unread: { own: finish('markUnread', ({ to }) => ({ id: to, on: 1 })) },
  kept: {
    own: finish('keep', ({ bela }) => ({
      name: `draft ${bela.id}`,
      op: 'o',
      value: { text: SECRET, at: [], quote: null },
    })),
  },
  follow: { own: finish('followThread', ({ to, n }) => ({ toContactId: to, root: n, on: 1 })) },
  hide: { own: finish('delChat', ({ to }) => ({ id: to })) },
  mark: {
    own: ({ world, bela, anna, to }) =>
      world
        .say(bela, to, 'x', { id: `m-${to}` })
        .then(() => world.ok(anna, 'im/setMsgIsRead', { toContactId: to, messages: [{ id: `m-${to}` }] })),
  },
  mentionMark: { own: finish('readAtMsg', ({ to }) => ({ toContactId: to })) },
  joined: OF_PEOPLE,
  left: OF_PEOPLE,
  application: OF_PEOPLE,
  applicationDone: OF_PEOPLE,
  blocked: { own: finish('blockPerson', ({ bela }) => ({ id: bela.id, on: 1 })) },
  later: {
    own: finish('scheduleMessage', ({ world, to, fresh }) => ({
      id: `later-${fresh}`,
      toContactId: to,
      content: SECRET,
      sendTime: world.clock.nowMs() + DAY,
    })),
  },
  reminded: {
    own: finish('setReminder', ({ world, id }) => ({ id, remindTime: world.clock.nowMs() + DAY })),
  },
  remark: {
    own: async ({ world, anna, bela }) => {
      const { friend } = await world.ok(anna, 'im/getUserInfo', { user_id: bela.id });
      await world.ok(anna, 'friend/setNickname', { friend_id: friend.friend_id, nickname: SECRET });
    },
  },
  profile: OF_PEOPLE,
  session: {
    own: async ({ world, anna }) => {
      await world.login(anna.account);
      const logins = await world.rows(anna, 'im/getLogins');
      const other = logins.find((login) => login['current'] !== 1);
      await world.ok(anna, 'im/prove', { password: PASSWORD });
      await world.ok(anna, 'im/endLogin', { id: other?.['id'] });
    },
  },
};

/** Frames that the contract of plain clients knows (docs/protocol/contract.md, 5.3). */
const CONTRACT = new Set(
  (
    'init pong simple group undoMessage delMessage updateMessage isRead readAll atMsgList addGroup ' +
    'appendContact removeUser removeGroup editGroupName groupSetting setManager changeOwner setNoSpeak ' +
    'clearMessage setChatTop ' +
    'setIsNotice isOnline offline updateConfig webrtc addGroupUser'
  ).split(' '),
);

const words = (socket: FakeSocket) => socket.frames.filter((frame) => JSON.stringify(frame).includes(SECRET));

describe('messages that a viewer may see', () => {
  let world: World;
  const push = pretendedPush();
  let [anna, bela, former, newcomer, quiet, blocking, plain, spare, member, silent] =
    [] as unknown as Person[];
  let made = 0;
  beforeAll(async () => {
    world = await startWorld({ push, pages });
    const names = 'anna bela former newcomer quiet blocking plain spare member silent'.split(' ');
    const people = [];
    for (const name of names) people.push(await world.person(name));
    [anna, bela, former, newcomer, quiet, blocking, plain, spare, member, silent] = people;
    for (const one of people.slice(1)) await world.befriend(anna as Person, one);
    for (const one of people) await device(world, one, one.account);
    await world.ok(blocking as Person, 'im/blockPerson', { id: anna?.id, on: 1 });
    world.server.start();
  });
  afterAll(() => world.close());

  async function say(to: string, secret: object): Promise<Omit<Scene, 'world' | 'anna' | 'bela' | 'spare'>> {
    const fresh = `v${(made += 1)}`;
    const id = `secret-${fresh}`;
    const words = { id, toContactId: to, type: 'text', content: `${SECRET} ${fresh}`, ...secret };
    const sent = await world.ok(anna!, 'im/sendMessage', words);
    return { to, id, fresh, n: sent['n'], msgId: sent['msg_id'] };
  }
  const cursorOf = async (who: Person): Promise<unknown> => (await world.call(who, 'im/getContacts')).cursor;
  const reads = async (who: Person, { to, n, id, msgId, fresh }: Scene) => {
    const asks: readonly (readonly [string, object])[] = [
      [`${im}/getContacts`, {}],
      [`${im}/getMessageList`, { toContactId: to, page: 1, limit: 50, peek: 1 }],
      [`${im}/search`, { keywords: SECRET, toContactId: to }],
      [`${im}/search`, { keywords: SECRET }],
      [`${im}/getMessagePins`, { toContactId: to }],
      [`${im}/getThread`, { toContactId: to, root: n }],
      [`${im}/reactions`, { id }],
      [`${im}/locateMessage`, { msg_id: msgId }],
      [`${im}/voters`, { id, option: 0 }],
    ];
    const observations: string[] = [];
    for (const [path, body] of asks) {
      const answer = await world.call(who, path, body);
      const text = JSON.stringify(answer.data);
      if (text.includes(`${SECRET} ${fresh}`) || text.includes(`"${id}"`)) observations.push(path);
    }
    return observations;
  };
  const listPushes = (who: Person) =>
    push.sent.filter(({ endpoint }) => endpoint.endsWith(`/${who.account}`)).map(({ note }) => note);

  const inGroup = Object.entries(KINDS).flatMap(([kind, one]) =>
    'act' in one && !one.notInGroup ? [[kind, one] as const] : [],
  );
  it.each(inGroup)('GROUP-8: %s in a group, for each who may see less or nothing', async (kind, one) => {
    // A user who has blocked the actor cannot be added.
    await world.ok(blocking!, 'im/blockPerson', { id: anna!.id, on: 0 });
    const group = await world.group(anna!, [bela!, former!, quiet!, blocking!, plain!, member!, silent!]);
    await world.ok(blocking!, 'im/blockPerson', { id: anna!.id, on: 1 });
    const scene: Scene = {
      world,
      anna: anna!,
      bela: bela!,
      spare: spare!,
      ...(await say(group, one.secret ?? {})),
    };
    await one.before?.(scene);
    await world.ok(quiet!, 'im/isNotice', { id: group, is_notice: 0 });
    await world.ok(anna!, 'group/setNoSpeak', { id: group, user_id: silent!.id, noSpeakDay: 1 });
    await world.ok(anna!, 'group/removeUser', { id: group, user_id: former!.id });
    await world.ok(anna!, 'group/addGroupUser', { id: group, user_ids: [newcomer!.id] });
    // Waits until earlier pushes are over.
    await world.clock.advance(15_000);
    await world.settle();
    push.take();
    const sockets: Record<string, FakeSocket> = {};
    for (const who of [bela!, former!, newcomer!, quiet!, blocking!, member!, silent!])
      sockets[who.account] = await world.online(who);
    const old = await world.online(plain!, { plain: true });
    for (const socket of [old, ...Object.values(sockets)]) socket.frames.length = 0;
    expect((await reads(bela!, scene)).length).toBeGreaterThan(2);
    const cursors = [await cursorOf(former!), await cursorOf(newcomer!)];
    await one.act(scene);
    await world.settle();
    await world.clock.advance(15_000);
    await world.settle();
    for (const [at, who] of [former!, newcomer!].entries())
      expect(JSON.stringify(await world.ok(who, 'im/sync', { cursor: cursors[at] }))).not.toContain(SECRET);
    const of = (who: Person) => sockets[who.account] as FakeSocket;
    const aboutGroup = (frame: object) => JSON.stringify(frame).includes(`"${group}"`);
    // A permitted user receives it, so the case is valid.
    expect(of(bela!).frames.filter(aboutGroup).length, kind).toBeGreaterThan(0);
    expect(words(of(bela!)).length > 0, kind).toBe(one.carriesSecret === true);
    // A muted member, a member who muted the chat and a blocker see the same as any member of the group.
    const listReports = (who: Person) =>
      of(who)
        .types()
        .filter((type) => type !== 'isOnline' && type !== 'ping');
    const read = await reads(member!, scene);
    for (const who of [silent!, quiet!, blocking!]) {
      expect(listReports(who), who.account).toEqual(listReports(member!));
      expect(await reads(who, scene), who.account).toEqual(read);
    }
    const titles = (who: Person) => listPushes(who).map(({ kind: what, content }) => [what, content]);
    expect(titles(silent!)).toEqual(titles(member!));
    if (kind === 'message') expect(listPushes(member!)).toHaveLength(1);
    // Removed: nothing at all.
    expect(
      of(former!).frames.filter((frame) => aboutGroup(frame) || JSON.stringify(frame).includes(SECRET)),
    ).toEqual([]);
    expect(listPushes(former!)).toEqual([]);
    expect(await reads(former!, scene)).toEqual([]);
    // A later member gets the event without earlier text.
    expect(words(of(newcomer!))).toEqual([]);
    const isNamed = of(newcomer!).frames.some((frame) => JSON.stringify(frame).includes(`"${scene.id}"`));
    expect(isNamed, kind).toBe(one.forNewcomers === true);
    expect(await reads(newcomer!, scene)).toEqual([]);
    expect(listPushes(newcomer!).filter((note) => JSON.stringify(note).includes(SECRET))).toEqual([]);
    // Muted, and blocking the actor: nothing is pushed.
    expect([...listPushes(quiet!), ...listPushes(blocking!)]).toEqual([]);
    // The contract: no frame that it does not know.
    expect(old.types().filter((type) => !CONTRACT.has(type))).toEqual([]);
  });

  const inTwo = Object.entries(KINDS).flatMap(([kind, one]) =>
    'act' in one && one.inTwo ? [[kind, one] as const] : [],
  );
  it.each(inTwo)(
    'BLOCK-2: %s in a one-to-one chat, for a user who blocked the other one',
    async (kind, one) => {
      const to = String(blocking!.id);
      const scene: Scene = {
        world,
        anna: anna!,
        bela: bela!,
        spare: spare!,
        ...(await say(to, one.secret ?? {})),
      };
      await one.before?.(scene);
      const socket = await world.online(blocking!);
      push.take();
      await one.act(scene);
      await world.settle();
      await world.clock.advance(15_000);
      await world.settle();
      expect(words(socket), kind).toEqual([]);
      // The viewer gets only a placeholder.
      expect(
        socket.frames.filter(
          (frame) => frame.type !== 'void' && JSON.stringify(frame).includes(`-${scene.fresh}"`),
        ),
      ).toEqual([]);
      expect(listPushes(blocking!)).toEqual([]);
      expect(await reads(blocking!, { ...scene, to: String(anna!.id) })).toEqual([]);
    },
  );

  const own = Object.entries(KINDS).flatMap(([kind, one]) => ('own' in one ? [[kind, one] as const] : []));
  it.each(own)(
    'STREAM-1, STREAM-19: %s is for the person alone, and in base-protocol clients of no unknown type',
    async (kind, one) => {
      const group = await world.group(anna!, [bela!]);
      const scene: Scene = { world, anna: anna!, bela: bela!, spare: spare!, ...(await say(group, {})) };
      const others = [
        await world.online(bela!),
        await world.online(spare!),
        await world.online(bela!, { plain: true }),
      ];
      // A device of hers that knows the base protocol alone.
      const mine = [await world.online(anna!), await world.online(anna!, { plain: true })];
      for (const socket of [...others, ...mine]) socket.frames.length = 0;
      await one.own(scene);
      await world.settle();
      // The next group needs her.
      if (kind === 'blocked') await world.ok(anna!, 'im/blockPerson', { id: bela!.id, on: 0 });
      expect(mine[0]?.types(), kind).not.toEqual([]);
      expect(mine[1]?.types().filter((type) => !CONTRACT.has(type))).toEqual([]);
      for (const socket of others)
        expect(
          socket.frames.filter(({ type }) => type !== 'isRead' && type !== 'group' && type !== 'isOnline'),
        ).toEqual([]);
    },
  );
});
