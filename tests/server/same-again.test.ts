import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeSocket } from '../support/fake-socket.ts';
import type { Fields } from '../support/fields.ts';
import { startWorld, TAKES_EVENTS, type Person, type World } from '../support/world.ts';

/** A group with a message of bela, a poll, and hooks; a bot of anna. */
interface Scene {
  readonly anna: Person;
  readonly bela: Person;
  readonly group: string;
  readonly said: Fields;
  readonly poll: Fields;
  readonly bot: number;
  readonly hook: number;
  readonly outgoing: number;
}
type Body = (at: Scene) => object;
interface Register {
  readonly path: string;
  readonly on: Body;
  /** Takes it back; absent: nothing does. */
  readonly off?: Body;
  /** Frames that confirm each press, also where nothing changes: `0` to anna, `1` to bela. */
  readonly confirmedBy?: readonly string[];
  /** It leaves a line in the chat, which stays when it is undone. */
  readonly leavesLine?: true;
  /** The same of bela, about the same; absent: only anna may, or it is about bela. */
  readonly other?: Body | undefined;
}

const flag = (
  path: string,
  body: (scene: Scene, on: number) => object,
  more: Partial<Register> = {},
): Register => ({
  path,
  on: (scene) => body(scene, 1),
  off: (scene) => body(scene, 0),
  other: (at: Scene) => body(at, 1),
  ...more,
});
const inGroup = (path: string, on: object, off: object, more: Partial<Register> = {}): Register => ({
  path: `group/${path}`,
  on: ({ group, bela }) => ({ id: group, user_id: bela.id, ...on }),
  off: ({ group, bela }) => ({ id: group, user_id: bela.id, ...off }),
  ...more,
});

const toBoth = (frame: string): Partial<Register> => ({
  leavesLine: true,
  confirmedBy: [`0 ${frame}`, `1 ${frame}`],
});
const ADDRESS = 'https://example.org/';
const program = (id: number) => ({ id, url: ADDRESS, dialect: 'mrkdwn', commands: [] });
const report = (id: string, name = 'Out') => ({ id, name, url: ADDRESS, kinds: ['members'] });
/** A day after the test begins. */
const REMINDED_MS = 1_700_086_400_000;

const REGISTERS: Readonly<Record<string, Register>> = {
  top: flag('im/setChatTop', ({ group }, on) => ({ id: group, is_top: on }), {
    confirmedBy: ['0 setChatTop'],
  }),
  notice: flag('im/isNotice', ({ group }, on) => ({ id: group, is_notice: 1 - on }), {
    confirmedBy: ['0 setIsNotice'],
  }),
  archive: flag('im/archiveChat', ({ group }, on) => ({ id: group, on }), { confirmedBy: ['0 archiveChat'] }),
  unread: flag('im/markUnread', ({ group }, on) => ({ id: group, on }), { confirmedBy: ['0 markUnread'] }),
  pin: flag('im/pinMessage', ({ said }, on) => ({ id: said['id'], on })),
  reaction: flag('im/react', ({ said }, on) => ({ id: said['id'], emoji: '👍', on })),
  vote: flag('im/vote', ({ poll }, on) => ({ id: poll['id'], options: on ? [0] : [] })),
  follow: flag('im/followThread', ({ group, said }, on) => ({ toContactId: group, root: said['n'], on }), {
    confirmedBy: ['0 followThread'],
  }),
  block: flag('im/blockPerson', ({ bela }, on) => ({ id: bela.id, on }), {
    other: ({ anna }) => ({ id: anna.id, on: 1 }),
  }),
  reminder: flag('im/setReminder', ({ said }, on) => ({
    id: said['id'],
    ...(on === 1 && { remindTime: REMINDED_MS }),
  })),
  timer: flag('im/setTimer', ({ group }, on) => ({ toContactId: group, days: on * 7 }), {
    other: undefined,
    leavesLine: true,
  }),
  closing: { path: 'im/closePoll', on: ({ poll }) => ({ id: poll['id'] }) },
  role: inGroup('setManager', { role: 2 }, { role: 3 }, { leavesLine: true }),
  setting: inGroup(
    'groupSetting',
    { setting: { nospeak: 1 } },
    { setting: { nospeak: 0 } },
    toBoth('groupSetting'),
  ),
  name: inGroup(
    'editGroupName',
    { displayName: 'Another' },
    { displayName: 'Team' },
    toBoth('editGroupName'),
  ),
  preference: {
    path: 'im/keep',
    confirmedBy: ['0 kept'],
    on: () => ({ name: 'previews', op: 'op-one', value: { on: true } }),
    off: () => ({ name: 'previews', op: 'op-two', value: null }),
  },
  botName: {
    path: 'im/renameBot',
    on: ({ bot }) => ({ id: bot, name: 'Other' }),
    off: ({ bot }) => ({ id: bot, name: 'Bot' }),
  },
  botProgram: {
    path: 'im/setBotProgram',
    on: ({ bot }) => ({ ...program(bot), commands: [{ name: 'deploy', words: '', help: '' }] }),
    off: ({ bot }) => program(bot),
  },
  hook: {
    path: 'group/editHook',
    on: ({ group, hook }) => ({ id: group, hook, name: 'Other', dialect: 'markdown' }),
    off: ({ group, hook }) => ({ id: group, hook, name: 'Hook', dialect: 'mrkdwn' }),
  },
  outgoing: {
    path: 'group/editOutgoing',
    on: ({ group, outgoing }) => ({ ...report(group, 'Other'), hook: outgoing, kinds: ['pins'] }),
    off: ({ group, outgoing }) => ({ ...report(group), hook: outgoing }),
  },
  recall: { path: 'im/undoMessage', on: ({ poll }) => ({ id: poll['id'] }) },
  reading: { path: 'im/readAtMsg', on: ({ group }) => ({ toContactId: group }) },
};

let world: World;
let people: readonly [Person, Person];
let sockets: readonly FakeSocket[];
let bot: number;

beforeAll(async () => {
  world = await startWorld({ hookPosts: TAKES_EVENTS });
  people = [await world.person('anna'), await world.person('bela')];
  await world.befriend(...people);
  sockets = [await world.online(people[0]), await world.online(people[1])];
  ({ id: bot } = await world.ok<{ id: number }>(people[0], 'im/addBot', { name: 'Bot' }));
});
afterAll(() => world.close());

let made = 0;
async function scene(): Promise<Scene> {
  const [anna, bela] = people;
  await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 0 });
  await world.ok(bela, 'im/blockPerson', { id: anna.id, on: 0 });
  await world.ok(anna, 'im/keep', { name: 'previews', op: `op-${made}`, value: null });
  const group = await world.group(anna, [bela]);
  const said = await world.say(bela, group, 'words');
  const options = { extends: { poll: { options: ['one', 'two'] } } };
  const poll = await world.say(anna, group, 'question', { id: `poll-${(made += 1)}`, ...options });
  await world.ok(anna, 'im/renameBot', { id: bot, name: 'Bot' });
  // Removes the program of the last scene first.
  for (const url of ['', ADDRESS]) await world.ok(anna, 'im/setBotProgram', { ...program(bot), url });
  const form = { id: group, name: 'Hook', dialect: 'mrkdwn' };
  const { hook } = await world.ok<{ hook: number }>(anna, 'group/addHook', form);
  const { hook: outgoing } = await world.ok<{ hook: number }>(anna, 'group/addOutgoing', report(group));
  return { anna, bela, group, said, poll, bot, hook, outgoing };
}

/** Frames to both users about that group, each other, and their preferences. */
async function seen({ group, said }: Scene): Promise<readonly unknown[]> {
  const views = people.map(async (one, i) => [
    await world.contact(one, group),
    await world.contact(one, people[1 - i]?.id ?? 0),
    await world.history(one, group),
    await world.ok(one, 'im/getThread', { toContactId: group, root: said['n'] }),
    await world.ok(one, 'im/getMessagePins', { toContactId: group }),
    await world.ok(one, 'group/groupLines', { id: group, from: 1, to: 100 }),
    await world.ok(one, 'im/getLater'),
    await world.ok(one, 'im/getKept'),
    await world.ok(one, 'im/blockedPeople'),
    await world.ok(one, 'im/getBots'),
    await world.call(one, 'group/hooks', { id: group }),
    await world.call(one, 'group/outgoing', { id: group }),
  ]);
  return Promise.all(views);
}

/** Places in streams, and times, which a change that was taken back leaves higher. */
const PLACES = new Set(['pinTime', 'seq', 'at', 'mine_at', 'rev', 'own_seq', 'at_seq']);
const withoutPlaces = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: Fields | null) =>
      PLACES.has(key) || isBlank(key, one) ? undefined : one,
    ),
  );
/** The group has no reaction and no vote. */
const isBlank = (key: string, one: Fields | null): boolean =>
  (key === 'reactions' && JSON.stringify(one?.['counts']) === '[]') ||
  (key === 'poll' && one?.['voters'] === 0);

/** Frames of both sockets since the last call, without those of the connection. */
async function readFrames(): Promise<readonly string[]> {
  await world.clock.advance(2_000);
  await world.settle();
  const types = sockets.flatMap((socket, i) => socket.types().map((type) => `${i} ${type}`));
  for (const socket of sockets) socket.frames.length = 0;
  for (const socket of sockets) socket.say({ type: 'pong' });
  return types.filter((type) => !/ (?:ping|pong|system|online)/.test(type));
}

/** Frames of both sockets while both users type to each other. */
async function readSignals(): Promise<readonly string[]> {
  await readFrames();
  for (const [i, socket] of sockets.entries())
    socket.say({ type: 'typing', toContactId: people[1 - i]?.id, what: 'text' });
  return readFrames();
}

describe.each(Object.entries(REGISTERS))(
  '%s',
  (name, { path, on, off, other, confirmedBy = [], leavesLine }) => {
    const ask = async (who: Person, body: Body, at: Scene) => {
      const { code, data } = await world.call(who, path, body(at));
      return { code, data };
    };

    it(`SEND-26: ${name}: the same again changes nothing and answers the same`, async () => {
      const at = await scene();
      const first = await ask(at.anna, on, at);
      expect(first.code).toBe(0);
      await readFrames();
      const before = await seen(at);
      await readFrames();
      expect(await ask(at.anna, on, at)).toEqual(first);
      expect(await readFrames()).toEqual(confirmedBy);
      expect(withoutPlaces(await seen(at))).toEqual(withoutPlaces(before));
    });

    if (off)
      it(`SEND-26: ${name}: undone where it is not so, it changes nothing`, async () => {
        const at = await scene();
        await readFrames();
        const before = await seen(at);
        expect(await ask(at.anna, off, at)).toMatchObject({ code: 0 });
        expect(await readFrames()).toEqual(confirmedBy);
        expect(withoutPlaces(await seen(at))).toEqual(withoutPlaces(before));
      });

    if (off)
      it(`SEND-26: ${name}: undone it is as before, and done again as the first time`, async () => {
        const at = await scene();
        const before = withoutPlaces(await seen(at));
        await readFrames();
        await ask(at.anna, on, at);
        const frames = await readFrames();
        const after = withoutPlaces(await seen(at));
        expect(after).not.toEqual(before);
        await ask(at.anna, off, at);
        await readFrames();
        if (!leavesLine) expect(withoutPlaces(await seen(at))).toEqual(before);
        await ask(at.anna, on, at);
        expect(await readFrames()).toEqual(frames);
        if (!leavesLine) expect(withoutPlaces(await seen(at))).toEqual(after);
      });

    if (off && other)
      it(`SEND-26: ${name}: undone here, it stays so at the other side`, async () => {
        const at = await scene();
        await ask(at.bela, other, at);
        const [, before] = (await seen(at)) as [unknown, unknown];
        const signals = await readSignals();
        await ask(at.anna, on, at);
        await ask(at.anna, off, at);
        expect(await readSignals()).toEqual(signals);
        expect(withoutPlaces(((await seen(at)) as [unknown, unknown])[1])).toEqual(withoutPlaces(before));
      });
  },
);
