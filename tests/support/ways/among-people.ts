import type { Fields } from '../fields.ts';
import {
  NOTHING,
  im,
  ofFriend,
  ofGroup,
  ofMoments,
  heard,
  posts,
  says,
  does,
  shows,
  before,
  shown,
  apart,
  asked,
  holdsMark,
  types,
} from './way.ts';
import type { Way } from './way.ts';

/** Requests, groups, signs of presence, profiles and moments. */
export const AMONG_PEOPLE: readonly Way[] = [
  says(
    `${ofFriend}/add`,
    'a friend request',
    'x..xx',
    ({ target, mark }) => ({ user_id: target.id, remark: `please ${mark}` }),
    { prepare: apart },
  ),
  does(
    `${ofFriend}/add`,
    'a friend request that meets one of the target',
    'x..xx',
    ({ target, mark }) => ({ user_id: target.id, remark: `please ${mark}` }),
    { prepare: asked('target') },
  ),
  does(
    `${ofFriend}/update`,
    'an accepted friend request',
    'x..xx',
    (_, { friend_id: id }) => ({ friend_id: id, status: 1 }),
    { prepare: asked('target') },
  ),
  {
    path: `${ofFriend}/withdraw`,
    about: 'a friend request that is taken back',
    reaches: 'x.xxx',
    prepare: asked('actor'),
    act: async (pair, { friend_id: id }) => {
      const { world, actor, target } = pair;
      const before = (await world.call(target, `${ofFriend}/getApplyMsg`)).data;
      await world.call(actor, `${ofFriend}/withdraw`, { friend_id: id });
      return (await world.call(target, `${ofFriend}/getApplyMsg`)).data !== before;
    },
  },
  does(`${ofGroup}/add`, 'a new group', 'x..x.', ({ target, mark }) => ({
    name: mark,
    user_ids: [target.id],
  })),
  does(
    `${ofGroup}/addGroupUser`,
    'an invitation to a group',
    'x..x.',
    ({ target }, { id }) => ({ id, user_ids: [target.id] }),
    {
      prepare: ({ world, actor, host }) =>
        world.ok(actor, `${ofGroup}/add`, { name: 'g', user_ids: [host.id] }),
    },
  ),
  // A link is for each user who has it, and the owner ends it.
  does(
    `${ofGroup}/joinGroup`,
    'a link of the target to a group',
    'xxxxx',
    (_, { group, token }) => ({ group_id: group, token }),
    {
      prepare: async ({ world, target, host }) => {
        const { id } = await world.ok(target, `${ofGroup}/add`, { name: 'g', user_ids: [host.id] });
        const { url } = await world.ok(target, `${ofGroup}/addGroupLink`, { id, for: 0 });
        return { group: id, token: String(url).split('/').at(-1) };
      },
    },
  ),
  does('typing', 'a typing sign', 'x..x.', () => ({}), {
    act: (pair) => types(pair, pair.target.id),
  }),
  does('typing', 'a typing sign in a common group', 'x...x', () => ({}), {
    act: (pair) => types(pair, pair.group),
  }),
  {
    path: 'bindUid',
    about: 'that the actor is online',
    reaches: 'x..x.',
    act: async (pair) => {
      const { world, actor, target } = pair;
      await world.online(actor);
      await world.clock.advance(2_000);
      return (await world.contact(target, actor.id))?.['is_online'] === 1;
    },
  },
  shows(
    `${im}/getContacts`,
    'that the target is online',
    'x..x.',
    () => ({}),
    (data, { target }) =>
      (data as readonly Fields[]).some(
        (row) => (row.id as string | number).toString() === String(target.id) && row['is_online'] === 1,
      ),
  ),
  shows(
    `${im}/getUserInfo`,
    'when the target was online last',
    'x..x.',
    ({ target }) => ({ user_id: target.id }),
    (data) => Number((data as Fields)['last_seen']) > 0,
  ),
  shows(
    `${im}/getUserInfo`,
    'the e-mail address of the target',
    'x..x.',
    ({ target }) => ({ user_id: target.id }),
    (data) => (data as Fields)['email'] !== '',
  ),
  // The name of a user is the same for all (FRIEND-7).
  shows(
    `${im}/getUserInfo`,
    'the name of the target',
    'xxxxx',
    ({ target }) => ({ user_id: target.id }),
    (data) => (data as Fields)['realname'] !== '',
  ),
  does(`${im}/updateUserInfo`, 'another name', 'xxxxx', ({ mark }) => ({
    realname: mark,
    motto: mark,
    sex: 0,
  })),
  // A user who blocks finds the one they have blocked, to unblock them.
  shows(
    `${im}/searchUser`,
    'the username of the target',
    'x.xxx',
    ({ target }) => ({ keywords: target.account }),
    (data) => (data as readonly unknown[]).length > 0,
  ),
  shows(
    `${im}/directory`,
    'the target in the directory',
    'x..xx',
    ({ target }) => ({ keywords: `${target.account} name` }),
    (data) => ((data as Fields)['list'] as readonly unknown[]).length > 0,
  ),
  {
    path: `${im}/setMsgIsRead`,
    about: 'that the actor has read',
    reaches: 'x..x.',
    prepare: before('target'),
    act: async (pair, { n }) => {
      await posts(`${im}/setMsgIsRead`, () => ({ toContactId: pair.target.id, messages: [{ n }] }))(
        pair,
        NOTHING,
      );
      return heard(pair).length > 0;
    },
  },
  {
    path: `${im}/readBy`,
    about: 'that the actor has read in a common group',
    reaches: 'x...x',
    prepare: before('target', {}, 'group'),
    act: async (pair, { id, n }) => {
      const { world, actor, target, group } = pair;
      await world.call(actor, `${im}/setMsgIsRead`, { toContactId: group, messages: [{ n }] });
      await world.clock.advance(2_000);
      const { data } = await world.call<readonly Fields[]>(target, `${im}/readBy`, { id });
      return data.some((row) => row['user_id'] === actor.id);
    },
  },
  shows(
    `${ofGroup}/groupUserList`,
    'the members of a common group',
    'xxx.x',
    ({ group }) => ({ group_id: group }),
    (data, { target }) => JSON.stringify(data).includes(`${target.account} name`),
  ),
  says(`${ofMoments}/add`, 'a moment', 'x..x.', ({ mark }) => ({ content: `shown ${mark}` })),
  does(`${ofMoments}/add`, 'that there is a new moment', 'x..x.', ({ mark }) => ({
    content: `shown ${mark}`,
  })),
  shows(`${ofMoments}/list`, 'the moments of the target', 'x..x.', () => ({}), holdsMark, {
    prepare: shown('target'),
  }),
  shows(
    `${ofMoments}/list`,
    'the page of the target’s moments',
    'x..x.',
    ({ target }) => ({ user_id: target.id }),
    holdsMark,
    { prepare: shown('target') },
  ),
  shows(
    `${ofMoments}/list`,
    'what the target says under the moment of another',
    'x..x.',
    () => ({}),
    holdsMark,
    {
      prepare: async (pair) => {
        const { id } = await pair.world.ok(pair.host, `${ofMoments}/add`, { content: 'shown' });
        await pair.world.ok(pair.target, `${ofMoments}/comment`, { id, content: pair.mark });
        return { id };
      },
    },
  ),
  shows(
    `${ofMoments}/news`,
    'that the target has a new moment',
    'x..x.',
    () => ({}),
    (data) => Number((data as Fields)['at']) > 0,
    { prepare: shown('target') },
  ),
  does(`${ofMoments}/like`, 'a like', 'x..x.', (_, { moment }) => ({ id: moment, on: 1 }), {
    prepare: shown('target'),
  }),
  {
    path: `${ofMoments}/like`,
    about: 'a like that was there before',
    reaches: 'x..x.x.',
    prepare: async (pair) => {
      const { moment } = await shown('target')(pair);
      await pair.world.ok(pair.actor, `${ofMoments}/like`, { id: moment, on: 1 });
      return { moment };
    },
    act: async ({ world, target }) => {
      const rows = await world.rows(target, `${ofMoments}/list`);
      return rows.some((row) => (row['likes'] as readonly unknown[]).length > 0);
    },
  },
  says(
    `${ofMoments}/comment`,
    'a comment',
    'x..x.',
    ({ mark }, { moment }) => ({ id: moment, content: `comment ${mark}` }),
    {
      prepare: async ({ world, target }) => ({
        moment: (await world.ok(target, `${ofMoments}/add`, { content: 'x' })).id,
      }),
    },
  ),
];
