import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { StoreFailedError } from '../../src/server/kernel/store-errors.ts';
import { type Cast, type Cell, KINDS, type Scenario, SCENARIOS } from '../support/matrix-scenarios.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { device, pretendedPush, type PretendedPush } from '../support/pretended-push.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { PASSWORD, startWorld, TAKES_EVENTS, type World } from '../support/world.ts';

/** Everything that can leave a server: frames, notes to other nodes, pushes, mails. */
interface Outlets {
  /** Everything that was sent so far, in order. */
  left(): readonly string[];
}

interface Outside {
  readonly push: PretendedPush;
  readonly mails: unknown[];
  readonly sockets: readonly FakeSocket[];
}

/** Listens at all of them from now on. */
function outlets({ server: { core } }: World, { push, mails, sockets }: Outside): Outlets {
  const left: string[] = [];
  const note = (list: unknown[], what: (one: never) => string) => {
    const push = list.push.bind(list);
    list.push = (...added) => {
      left.push(...added.map((one) => what(one as never)));
      return push(...added);
    };
  };
  for (const socket of sockets)
    note(socket.frames, ({ type }: { type: string }) => {
      // A socket that never answers is closed after 75 s, and receives nothing more.
      if (type === 'ping') socket.say({ type: 'pong' });
      return `frame ${type}`;
    });
  note(push.sent, () => 'push');
  note(mails, () => 'mail');
  const publish = core.bus.publish.bind(core.bus);
  Object.assign(core.bus, {
    publish: (one: Parameters<typeof publish>[0]) => {
      left.push(`note ${one.kind}`);
      publish(one);
    },
  });
  // The server repeats pings on every socket, so they are left out.
  return { left: () => left.filter((one) => one !== 'frame ping') };
}

const im = '/enterprise/im';
const turns = async (times = 4): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) await new Promise(setImmediate);
};

const OWNER = '......x.';
async function ownMessage({ world, me, group, fresh }: Cell, more: object = {}): Promise<string> {
  const id = `own-${fresh}`;
  await world.say(me, group, 'own', { id, ...more });
  return id;
}
async function ownScheduled({ world, me, group, fresh }: Cell): Promise<string> {
  const [id, sendTime] = [`later-${fresh}`, world.clock.nowMs() + 600_000];
  await world.ok(me, 'im/scheduleMessage', { id, toContactId: group, content: 'later', sendTime });
  return id;
}

const TOKEN = { name: 'CI', right: 'write', days: 7 };
const PROGRAM = { url: 'https://example.org/', dialect: 'mrkdwn', commands: [] };
async function ownBot({ world, me, fresh }: Cell): Promise<number> {
  return (await world.ok<{ id: number }>(me, 'im/addBot', { name: `Bot ${fresh}` })).id;
}
async function ownToken({ world, me }: Cell, bot: number) {
  await world.ok(me, 'im/prove', { password: PASSWORD });
  return world.ok<{ id: string; token: string }>(me, 'im/addToken', { ...TOKEN, bot });
}

/** Calls that the matrix only tries in refused ways. */
const ALLOWED_HERE: readonly Scenario[] = [
  {
    path: `${im}/editMessage`,
    allowed: OWNER,
    body: async (cell) => ({ id: await ownMessage(cell), content: 'other words' }),
  },
  { path: `${im}/delMessage`, allowed: OWNER, body: async (cell) => ({ id: await ownMessage(cell) }) },
  {
    path: `${im}/updateCard`,
    allowed: OWNER,
    body: async (cell) => {
      const card = { type: 'contact', content: 'card', extends: { id: cell.cast.friend.id } };
      return { id: await ownMessage(cell, card), extends: { id: cell.cast.member.id } };
    },
  },
  ...['changeScheduled', 'sendScheduled', 'discardScheduled'].map((call) => ({
    path: `${im}/${call}`,
    allowed: OWNER,
    body: async (cell: Cell) => ({ id: await ownScheduled(cell), content: 'other' }),
  })),
  {
    path: `${im}/endLogin`,
    allowed: OWNER,
    body: async ({ world, me, cast }) => {
      await world.login(cast.owner.account);
      await world.ok(me, 'im/prove', { password: PASSWORD });
      const logins = await world.rows(me, 'im/getLogins');
      return { id: logins.find((login) => login['current'] !== 1)?.['id'] };
    },
  },
  {
    path: '/common/push/subscribe',
    allowed: OWNER,
    body: () => ({
      endpoint: 'https://push.test/owner',
      p256dh: 'A'.repeat(87),
      auth: 'A'.repeat(22),
      platform: 'android',
    }),
  },
  // The matrix ends a block that there is not, which writes nothing.
  {
    path: `${im}/blockPerson`,
    about: 'that begins',
    allowed: OWNER,
    body: ({ cast }) => ({ id: cast.stranger.id, on: 1 }),
  },
  {
    path: `${im}/addToken`,
    allowed: OWNER,
    body: async ({ world, me }) => {
      await world.ok(me, 'im/prove', { password: PASSWORD });
      return TOKEN;
    },
  },
  { path: `${im}/removeToken`, allowed: OWNER, body: async (cell) => ({ id: (await ownToken(cell, 0)).id }) },
  ...['renameBot', 'removeBot', 'setBotProgram'].map((call) => ({
    path: `${im}/${call}`,
    allowed: OWNER,
    body: async (cell: Cell) => ({ ...PROGRAM, id: await ownBot(cell), name: `Bot ${cell.fresh}` }),
  })),
  {
    path: `${im}/pressButton`,
    allowed: OWNER,
    body: async (cell) => {
      const { world, me, group, fresh } = cell;
      const bot = await ownBot(cell);
      await world.ok(me, 'im/setBotProgram', { ...PROGRAM, id: bot });
      await world.ok(me, 'group/addGroupUser', { id: group, user_ids: [bot] });
      const token = `Bearer ${(await ownToken(cell, bot)).token}`;
      const buttons = [{ id: 'yes', text: 'Yes' }];
      const extend = { id: `offer-${fresh}`, extends: { buttons } };
      await world.say({ id: bot, account: '', token }, group, 'Deploy?', extend);
      return { id: `offer-${fresh}`, button: 'yes' };
    },
  },
  { path: `${im}/eraseAccount`, allowed: '.x......', body: () => ({ password: PASSWORD }) },
];

const CASES: readonly Scenario[] = [
  ...SCENARIOS.filter(({ allowed }) => allowed.includes('x')),
  ...ALLOWED_HERE,
];

const WRITES_NOTHING: readonly string[] = [
  '/common/pub/bindGroup',
  '/common/pub/bindUid',
  '/common/pub/checkVersion',
  '/common/pub/getSystemInfo',
  '/common/pub/offline',
  '/common/upload/renew',
  '/enterprise/emoji/index',
  '/enterprise/emoji/packOf',
  '/enterprise/emoji/packs',
  '/enterprise/emoji/server',
  '/enterprise/files/index',
  '/enterprise/files/quota',
  '/enterprise/friend/getApplyMsg',
  '/enterprise/friend/index',
  '/enterprise/group/getAllUser',
  '/enterprise/group/groupInfo',
  '/enterprise/group/groupLines',
  '/enterprise/group/groupLinks',
  '/enterprise/group/hooks',
  '/enterprise/group/outgoing',
  '/enterprise/group/deliveries',
  '/enterprise/group/groupRequests',
  '/enterprise/group/groupUserList',
  '/enterprise/im/blockedPeople',
  '/enterprise/im/botCommands',
  '/enterprise/im/directory',
  '/enterprise/im/getAdminNotice',
  '/enterprise/im/getBots',
  '/enterprise/im/getContactInfo',
  '/enterprise/im/getContacts',
  '/enterprise/im/getInbox',
  '/enterprise/im/getKept',
  '/enterprise/im/getLater',
  '/enterprise/im/getLogins',
  '/enterprise/im/getMessagePins',
  '/enterprise/im/getOpenIds',
  '/enterprise/im/getOwnData',
  '/enterprise/im/getPasskeys',
  '/enterprise/im/getSecondStep',
  '/enterprise/im/getThread',
  '/enterprise/im/getUserInfo',
  '/enterprise/im/locateMessage',
  '/enterprise/im/reactions',
  '/enterprise/im/readBy',
  '/enterprise/im/search',
  '/enterprise/im/searchUser',
  '/enterprise/im/signalGroupCall',
  '/enterprise/im/connectGroupCall',
  '/enterprise/im/sync',
  '/enterprise/im/voters',
  '/enterprise/moments/list',
  '/enterprise/moments/news',
  '/scan/g/:token',
  '/scan/u/:token',
];
/** Calls that need an authenticator, a login provider, a mailed code, a web page or a ring. */
const NOT_ASKED: readonly string[] = [
  '/common/pub/askPasskey',
  '/common/pub/beginOpenId',
  '/common/pub/finishOpenId',
  '/common/push/decline',
  '/enterprise/im/addPasskey',
  '/enterprise/im/beginPasskey',
  '/enterprise/im/confirmSecondStep',
  '/enterprise/im/editAccount',
  '/enterprise/im/endSecondStep',
  '/enterprise/im/removeOpenId',
  '/enterprise/im/removePasskey',
  '/enterprise/im/removePreview',
  '/enterprise/im/renamePasskey',
];

let world: World;
let cast: Cast;
let first: Pick<Cell, 'group' | 'said'>;
let outside: Outlets;
let sockets: readonly FakeSocket[];
let fresh = 0;

/** The checked write of the call, counted from 1, which waits and then fails. */
let failing: Held | null = null;

interface Held {
  readonly nth: number;
  seen: number;
  reached: boolean;
  /** The number of outputs that had left before it. */
  before: number;
  left: readonly string[];
}

beforeAll(async () => {
  const [push, mails] = [pretendedPush(), [] as unknown[]];
  world = await startWorld({
    uploads: await localUploads(temporaryFolder()),
    push,
    mail: { send: (mail) => Promise.resolve(void mails.push(mail)) },
    hookPosts: {
      ...TAKES_EVENTS,
      post: () => Promise.resolve({ status: 200, text: '{"response_type":"in_channel","text":"done"}' }),
    },
  });
  const administrator = await world.person('boss');
  const names = ['owner', 'manager', 'member', 'muted', 'former', 'stranger', 'victim', 'friend'] as const;
  const people = await Promise.all(names.map((name) => world.person(name)));
  cast = {
    administrator,
    ...Object.fromEntries(names.map((name, at) => [name, people[at]])),
  } as unknown as Cast;
  for (const one of [cast.manager, cast.member, cast.muted, cast.former, cast.victim])
    await world.befriend(cast.owner, one);
  for (const one of Object.values(cast)) if (one !== cast.friend) await world.befriend(cast.friend, one);
  first = await newGroup();
  await device(world, cast.victim, 'victim');
  const opened: FakeSocket[] = [];
  for (const one of Object.values(cast)) opened.push(await world.online(one));
  sockets = opened;
  outside = outlets(world, { push, mails, sockets });

  const { store } = world.server.core;
  const write = store.write.bind(store);
  Object.assign(store, {
    write: (...[work, foretold]: Parameters<typeof write>) => {
      const held = failing;
      if (held === null || (held.seen += 1) !== held.nth) return write(work, foretold);
      return (async () => {
        await turns();
        held.before = outside.left().length;
        return write(async (tx) => {
          await work(tx);
          held.reached = true;
          await turns();
          held.left = outside.left().slice(held.before);
          throw new StoreFailedError('the commit failed');
        }, null);
      })();
    },
  });
}, 60_000);
afterAll(() => world.close());

async function newGroup(): Promise<typeof first> {
  const { owner, manager, member, muted, victim } = cast;
  const group = await world.group(owner, [manager, member, muted, victim]);
  const words = { toContactId: group, type: 'text', content: 'victim words' };
  const sentMessage = await world.ok(victim, 'im/sendMessage', { id: `said-in-${group}`, ...words });
  return { group, said: sentMessage };
}

async function askFailing(scenario: Scenario, nth: number) {
  const allowed = KINDS.filter((_, at) => scenario.allowed[at] === 'x');
  const kind = allowed.includes('owner') ? 'owner' : allowed.at(-1);
  if (kind === undefined) throw new Error('nobody may');
  const me = kind === 'nobody' ? null : cast[kind];
  const held = { nth, seen: 0, reached: false, before: 0, left: [] as readonly string[] };
  // Only the call itself: what prepares it has left, also what leaves a few at a time.
  const during = async <T>(isIt: boolean, ask: () => Promise<T>): Promise<T> => {
    if (isIt) {
      await world.clock.advance(2_000);
      await world.settle();
      failing = held;
    }
    try {
      return await ask();
    } finally {
      failing = null;
    }
  };
  const isIt = (path: string): boolean => path.startsWith(scenario.path.split(':')[0] ?? '');
  const looked: World = {
    ...world,
    raw: (path, ...more) => during(path === scenario.path, () => world.raw(path, ...more)),
    call: (who, path, ...more) => during(isIt(path), () => world.call(who, path, ...more)),
  };
  // Only the first of its writes leaves nothing behind: what comes after it is asked in another group.
  const at = nth > 1 && scenario.inGroup ? await newGroup() : first;
  const cell: Cell = { world: looked, cast, me, kind, ...at, fresh: `f${(fresh += 1)}` };
  world.clock.pass(60_000);
  const answer = scenario.ask
    ? scenario.ask(cell)
    : (async () => looked.call(me, scenario.path, (await scenario.body?.({ ...cell, world })) ?? {}))();
  const code = await answer.then(
    (one) => one.code,
    () => 502,
  );
  // Some of it leaves a second later, together with others.
  await world.clock.advance(2_000);
  await world.settle();
  // A successful answer requires that earlier commits were sent.
  if (code !== 0) held.left = outside.left().slice(held.before);
  // A closed socket would hide every early frame.
  if (code !== 0) expect(sockets.map((socket) => socket.closedWith())).toEqual(sockets.map(() => null));
  return { ...held, code };
}

describe('while a commit fails', () => {
  const written = new Map<string, number>();
  it.each(CASES.map((scenario) => [`${scenario.path} ${scenario.about ?? ''}`, scenario] as const))(
    'COMMIT-1, COMMIT-3: %s lets nothing leave before it is kept',
    async (_, scenario) => {
      for (let nth = 1; nth <= 5; nth += 1) {
        const { reached, left, code } = await askFailing(scenario, nth);
        if (!reached) break;
        written.set(scenario.path, nth);
        expect(left).toEqual([]);
        if (nth === 1) expect(code).not.toBe(0);
      }
    },
  );

  it('COMMIT-1: which calls write nothing is known', () => {
    const silent = ENDPOINTS.map((row) => row.paths[0] ?? '').filter((path) => !written.has(path));
    expect(silent.toSorted()).toEqual([...WRITES_NOTHING, ...NOT_ASKED].toSorted());
  });
});
