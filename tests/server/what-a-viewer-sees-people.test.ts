import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeSocket } from '../support/fake-socket.ts';
import type { Fields } from '../support/fields.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

/**
 * Events about users, without messages: the view of each viewer by frame, list, history, sync, search and
 * notification.
 */
const SECRET = 'zebrasecret';
const NAMES = [
  'anna',
  'dora',
  'former',
  'quiet',
  'silent',
  'blocking',
  'plain',
  'newcomer',
  'stranger',
] as const;
type Viewer = (typeof NAMES)[number];
type People = Readonly<Record<Viewer, Person>>;
type Sees = Record<Viewer, string>;

/** The view of members, with and without earlier messages. */
const INSIDE = { list: 'yes', history: 'event text', search: '1' };
const OUTSIDE = { list: 'no', history: 'refused', search: 'refused' };
/** `frames`, and those that `sync` answers where they are others; base-protocol clients do not ask for it. */
const line = (frames: string, { list, history, search }: typeof INSIDE = INSIDE, sync = frames): string =>
  `frames ${frames}; list ${list}; history ${history}; sync ${sync}; search ${search}; pushed 0`;
/** The view of an unaffected user. */
const UNTOUCHED: Sees = {
  anna: line('-'),
  dora: line('-'),
  former: line('-', OUTSIDE),
  quiet: line('-'),
  silent: line('-'),
  blocking: line('-'),
  plain: line('-'),
  newcomer: line('-', OUTSIDE),
  stranger: line('-', OUTSIDE),
};
const everyMember = (words: string): Partial<Sees> => ({
  anna: words,
  dora: words,
  quiet: words,
  silent: words,
  blocking: words,
});

const typesOf = (frames: readonly { readonly type: string }[]): string =>
  [...new Set(frames.map(({ type }) => type))]
    .filter((type) => type !== 'isOnline' && type !== 'ping')
    .toSorted()
    .join(' ') || '-';

describe('data of other users that a viewer may see', () => {
  let world: World;
  let people: People;
  let group: string;
  let made = 0;
  const push = pretendedPush();
  const sockets = new Map<Viewer, FakeSocket>();
  const cursors = new Map<Viewer, unknown>();

  beforeAll(async () => {
    world = await startWorld({ push });
    const match: Partial<Record<Viewer, Person>> = {};
    for (const name of NAMES) match[name] = await world.person(name);
    people = match as People;
    for (const name of NAMES)
      if (name !== 'anna' && name !== 'stranger') await world.befriend(people.anna, people[name]);
    for (const name of NAMES) await device(world, people[name], name);
    world.server.start();
  });
  afterAll(() => world.close());

  /** A group of all but the newcomer and the stranger, with words from before. */
  async function begin(): Promise<void> {
    made += 1;
    const { anna, dora, former, quiet, silent, blocking, plain } = people;
    await world.ok(blocking, 'im/blockPerson', { id: anna.id, on: 0 });
    group = await world.group(anna, [dora, former, quiet, silent, blocking, plain], `Team ${made}`);
    await world.ok(blocking, 'im/blockPerson', { id: anna.id, on: 1 });
    const words = { toContactId: group, type: 'text', content: `${SECRET} ${made}` };
    await world.ok(anna, 'im/sendMessage', { id: `before-${made}`, ...words });
    await world.ok(quiet, 'im/isNotice', { id: group, is_notice: 0 });
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: silent.id, noSpeakDay: 1 });
    await world.ok(anna, 'group/removeUser', { id: group, user_id: former.id });
    await world.clock.advance(15_000);
    await world.settle();
    for (const name of NAMES) {
      sockets.get(name)?.cut();
      sockets.set(name, await world.online(people[name], { plain: name === 'plain' }));
    }
    for (const name of NAMES) {
      if (name !== 'plain') cursors.set(name, (await world.call(people[name], 'im/getContacts')).cursor);
      sockets.get(name)!.frames.length = 0;
    }
    push.take();
  }

  async function expectMessage(name: Viewer): Promise<string> {
    const who = people[name];
    const frames = typesOf(sockets.get(name)!.frames);
    const row = await world.contact(who, group);
    const page = { toContactId: group, page: 1, limit: 50, peek: 1 };
    const history = await world.call<readonly Fields[]>(who, 'im/getMessageList', page);
    const lines = history.code === 0 ? history.data.map(({ type }) => type).join(' ') || 'none' : 'refused';
    const caught = name === 'plain' ? null : await world.ok(who, 'im/sync', { cursor: cursors.get(name) });
    const match = await world.call<readonly Fields[]>(who, 'im/search', {
      keywords: SECRET,
      toContactId: group,
    });
    const hits =
      match.code === 0 ? JSON.stringify(match.data).split(`${SECRET} ${made}`).length - 1 : 'refused';
    const notes = push.sent.filter(({ endpoint }) => endpoint.endsWith(`/${name}`)).length;
    return [
      `frames ${frames}`,
      `list ${row === null ? 'no' : 'yes'}`,
      `history ${lines}`,
      `sync ${typesOf((caught?.['frames'] ?? []) as never)}`,
      `search ${hits}`,
      `pushed ${notes}`,
    ].join('; ');
  }
  const all = async (): Promise<Sees> => {
    const match: Partial<Sees> = {};
    for (const name of NAMES) match[name] = await expectMessage(name);
    return match as Sees;
  };
  const happened = async (): Promise<void> => {
    await world.settle();
    await world.clock.advance(15_000);
    await world.settle();
  };

  it('STREAM-1, GROUP-8: members see who joined; the newcomer sees nothing from before', async () => {
    await begin();
    await world.ok(people.anna, 'group/addGroupUser', { id: group, user_ids: [people.newcomer.id] });
    await happened();
    const more = { ...INSIDE, history: 'event text event' };
    expect(await all()).toEqual({
      ...UNTOUCHED,
      ...everyMember(line('addGroupUser group', more)),
      plain: line('addGroupUser group', more, '-'),
      newcomer: line('addGroup', { list: 'yes', history: 'event', search: '0' }),
    });
    expect(JSON.stringify(sockets.get('newcomer')!.frames)).not.toContain(SECRET);
  });

  it('STREAM-1, ROLE-3: members see who left, who sees nothing more of it', async () => {
    await begin();
    await world.ok(people.dora, 'group/removeUser', { id: group, user_id: people.dora.id });
    await happened();
    expect(await all()).toEqual({
      ...UNTOUCHED,
      ...everyMember(line('removeUser')),
      dora: line('removeUser', OUTSIDE),
      plain: line('removeUser', INSIDE, '-'),
    });
    // Why and until where is for the one who left.
    const ofOwn = (name: Viewer) =>
      sockets
        .get(name)!
        .of('removeUser')
        .filter(({ data }) => 'until' in data);
    expect(NAMES.filter((name) => ofOwn(name).length > 0)).toEqual(['dora']);
    await world.say(people.anna, group, `${SECRET} after`, { id: `after-${made}` });
    await happened();
    expect(JSON.stringify(sockets.get('dora')!.frames)).not.toContain(SECRET);
    expect(push.sent.filter(({ endpoint }) => endpoint.endsWith('/dora'))).toEqual([]);
  });

  const ask = async (to: Viewer): Promise<number> =>
    (await world.ok(people.stranger, 'friend/add', { user_id: people[to].id, remark: `${SECRET} ${made}` }))[
      'friend_id'
    ];
  const waits = async (who: Viewer): Promise<unknown> => world.ok(people[who], 'friend/getApplyMsg');

  it.each([
    ['dora', line('simple'), 1],
    // A user who is muted in the group and has muted it still gets requests.
    ['silent', line('simple'), 1],
    ['quiet', line('simple'), 1],
    ['newcomer', line('simple', OUTSIDE), 1],
    ['former', line('simple', OUTSIDE), 1],
    ['plain', line('simple', INSIDE, '-'), 1],
    // The sender is blocked by this user, who only gets a placeholder.
    ['blocking', line('void'), 0],
  ] as const)(
    'STREAM-1, STREAM-19, FRIEND-3, BLOCK-13: no other user sees a request to %s',
    async (to, seen, count) => {
      await world.ok(people.blocking, 'im/blockPerson', { id: people.stranger.id, on: 1 });
      await begin();
      const before = Number(await waits(to));
      const requestCount = await ask(to);
      await happened();
      expect(await all()).toEqual({ ...UNTOUCHED, [to]: seen });
      const listed: string[] = [];
      for (const name of NAMES) {
        const rows = await world.call(people[name], 'friend/index', { page: 1, limit: 20 });
        if (JSON.stringify(rows.data).includes(`${SECRET} ${made}`)) listed.push(name);
      }
      expect(listed).toEqual(count === 0 ? [] : [to]);
      expect(Number(await waits(to)) - before).toBe(count);
      // Refused: the other devices of the one who was asked, and not the one who asked.
      await begin();
      if (count === 0) return;
      await world.ok(people[to], 'friend/update', { friend_id: requestCount, status: 0 });
      await happened();
      const answered = to === 'plain' ? '-' : 'applications';
      const place = seen.includes('list no') ? OUTSIDE : INSIDE;
      expect(await all()).toEqual({ ...UNTOUCHED, [to]: line(answered, place) });
      expect(await waits(to)).toBe(before);
    },
  );

  it('STREAM-17: users who share a chat see a new name, and no stranger does', async () => {
    await begin();
    await world.ok(people.anna, 'im/updateUserInfo', {
      realname: `Anna ${SECRET}`,
      email: 'anna@parley.test',
      motto: '',
      sex: 2,
    });
    await happened();
    const text = line('profiles', INSIDE, '-');
    expect(await all()).toEqual({
      ...UNTOUCHED,
      ...everyMember(text),
      anna: line('profile profiles', INSIDE, 'profile'),
      // Friends of anna, though not in the group.
      former: line('profiles', OUTSIDE, '-'),
      newcomer: line('profiles', OUTSIDE, '-'),
    });
    const others = NAMES.filter((name) => name !== 'anna');
    // The address is their own affair.
    for (const name of others)
      expect(JSON.stringify(sockets.get(name)!.frames)).not.toContain('anna@parley.test');
    const inSync = async (name: Viewer): Promise<string> =>
      JSON.stringify((await world.ok(people[name], 'im/sync', { cursor: cursors.get(name) }))['registers']);
    for (const name of ['dora', 'quiet', 'silent', 'blocking', 'former', 'newcomer'] as const)
      expect(await inSync(name), name).toContain(`Anna ${SECRET}`);
    expect(await inSync('stranger')).not.toContain(SECRET);
    const lists = async (name: Viewer) => (await world.contact(people[name], people.anna.id))?.['realname'];
    expect(await Promise.all(others.map(lists))).toEqual(
      others.map((name) => (name === 'stranger' ? undefined : `Anna ${SECRET}`)),
    );
  });
});
