import { doDue } from '../../../src/server/features/later/due.ts';
import { RateCounter } from '../../../src/server/kernel/rate.ts';
import type { FakeSocket, Frame } from '../fake-socket.ts';
import type { Fields } from '../fields.ts';
import type { Person, World } from '../world.ts';

/** Relations of the acting user to the target user. */
export const TIES = ['friend', 'blocked', 'blocking', 'removed', 'unfriended', 'disabled', 'erased'] as const;
export type Tie = (typeof TIES)[number];

/** Two users who were friends and members of one group when everything was prepared. */
export interface Pair {
  readonly world: World;
  readonly actor: Person;
  readonly target: Person;
  /** The owner of the group, and a friend of both. */
  readonly host: Person;
  readonly group: string;
  /** A word that is nowhere else. */
  readonly mark: string;
  /** The device of the target, with all frames since the way began. */
  readonly device: FakeSocket;
}

export interface Way {
  /** The call, or the frame of the socket. */
  readonly path: string;
  readonly about: string;
  /** `x` reaches the target, `.` does not: friend, blocked, blocking, removed, unfriended; else `.`. */
  readonly reaches: string;
  /** While the two are friends; answers what `act` needs. */
  prepare?(pair: Pair): Promise<object>;
  /** Does it as the actor, and answers whether the target was reached or seen. */
  act(pair: Pair, prepared: Fields): Promise<boolean>;
}

export const NOTHING = {} as Fields;
export const im = '/enterprise/im';
export const ofFriend = '/enterprise/friend';
export const ofGroup = '/enterprise/group';
export const ofMoments = '/enterprise/moments';

/** Frames that only fill gaps of a conversation, or report presence. */
export const SILENT: ReadonlySet<string> = new Set(['void', 'presence']);
export const heard = ({ device }: Pair): readonly Frame[] =>
  device.frames.filter(({ type }) => !SILENT.has(type));
export const hears = (pair: Pair, type: string): boolean => pair.device.of(type).length > 0;

/** Reports whether a device or a list of the target has the marked text. */
export async function finds({ world, target, actor, group, device, mark }: Pair): Promise<boolean> {
  const looks: unknown[] = [device.frames];
  for (const [path, body] of [
    ['getContacts', {}],
    ['getContactInfo', { id: actor.id }],
    ['getMessageList', { toContactId: actor.id, peek: 1 }],
    ['getMessageList', { toContactId: group, peek: 1 }],
    ['getMessagePins', { toContactId: actor.id }],
    ['search', { keywords: mark }],
    ['sync', { positions: {} }],
  ] as const)
    looks.push((await world.call(target, `${im}/${path}`, body)).data);
  looks.push((await world.call(target, `${ofFriend}/index`, { is_mine: 0, page: 1 })).data);
  looks.push((await world.call(target, `${ofMoments}/list`)).data);
  return JSON.stringify(looks).includes(mark);
}

/** The author chooses the id, and the place of a message that is gone keeps it: the word is not in it. */
export const idOf = (mark: string): string => `id-${mark.replaceAll('mark', '')}`;
export const text = ({ mark }: Pair, to: string | number, more: object = {}) => ({
  id: idOf(mark),
  toContactId: String(to),
  type: 'text',
  content: `words ${mark}`,
  ...more,
});
export const posts =
  (path: string, body: (pair: Pair, prepared: Fields) => object) =>
  async (pair: Pair, prepared: Fields): Promise<void> => {
    await pair.world.call(pair.actor, path, body(pair, prepared));
    await pair.world.clock.advance(2_000);
    await pair.world.settle();
  };

/** Reached where the target finds the word. */
export const says = (
  path: string,
  about: string,
  reaches: string,
  body: (pair: Pair, prepared: Fields) => object,
  more: Partial<Way> = {},
): Way => ({
  path,
  about,
  reaches,
  act: async (pair, prepared) => {
    await posts(path, body)(pair, prepared);
    return finds(pair);
  },
  ...more,
});

/** Reached where a device of the target is sent anything. */
export const does = (
  path: string,
  about: string,
  reaches: string,
  body: (pair: Pair, prepared: Fields) => object,
  more: Partial<Way> = {},
): Way => ({
  path,
  about,
  reaches,
  act: async (pair, prepared) => {
    await posts(path, body)(pair, prepared);
    return heard(pair).length > 0;
  },
  ...more,
});

/** The target is reached if the answer to the actor contains data of the target. */
export const shows = (
  path: string,
  about: string,
  reaches: string,
  body: (pair: Pair, prepared: Fields) => object,
  isShown: (data: unknown, pair: Pair) => boolean,
  more: Partial<Way> = {},
): Way => ({
  path,
  about,
  reaches,
  act: async (pair, prepared) => {
    const { code, data } = await pair.world.call<unknown>(pair.actor, path, body(pair, prepared));
    return code === 0 && isShown(data, pair);
  },
  ...more,
});

/** Runs the due jobs of a server. */
export async function sendsDue({ world }: Pair): Promise<void> {
  await world.clock.advance(90_000);
  await doDue(world.server.core, new RateCounter(world.clock));
  await world.settle();
}

export const before =
  (from: 'actor' | 'target', more: object = {}, to: 'other' | 'group' = 'other') =>
  async (pair: Pair): Promise<Fields> => {
    const other = from === 'actor' ? pair.target : pair.actor;
    return pair.world.ok(pair[from], `${im}/sendMessage`, {
      ...text(pair, to === 'group' ? pair.group : other.id, more),
      id: `before-${idOf(pair.mark)}`,
      content: 'before',
    });
  };
export const shown =
  (from: 'actor' | 'target' | 'host') =>
  async (pair: Pair): Promise<{ readonly moment: string }> => ({
    moment: (await pair.world.ok(pair[from], `${ofMoments}/add`, { content: `shown ${pair.mark}` })).id,
  });
export const apart = ({ world, actor, target }: Pair) =>
  world.ok(actor, `${ofFriend}/del`, { id: target.id });
export const asked =
  (from: 'actor' | 'target') =>
  async (pair: Pair): Promise<object> => {
    await apart(pair);
    const other = from === 'actor' ? pair.target : pair.actor;
    return pair.world.ok(pair[from], `${ofFriend}/add`, { user_id: other.id, remark: `please ${pair.mark}` });
  };
export const holdsMark = (data: unknown, { mark }: Pair): boolean => JSON.stringify(data).includes(mark);
export const POLL = { extends: { poll: { options: ['one', 'two'] } } };

export async function types(pair: Pair, to: number | string): Promise<boolean> {
  const { world, actor } = pair;
  const device = await world.online(actor);
  device.say({ type: 'typing', toContactId: String(to), what: 'text' });
  await world.settle();
  return hears(pair, 'typing');
}
