import { fileMessage, png, upload } from '../uploads.ts';
import {
  NOTHING,
  im,
  ofFriend,
  heard,
  finds,
  idOf,
  text,
  posts,
  says,
  does,
  sendsDue,
  before,
  POLL,
} from './way.ts';
import type { Way } from './way.ts';

/** Messages and changes of a user in a chat. */
export const IN_CHATS: readonly Way[] = [
  says(`${im}/sendMessage`, 'a message', 'x..x.', (pair) => text(pair, pair.target.id)),
  says(`${im}/sendMessage`, 'a message in a common group', 'xxx.x', (pair) => text(pair, pair.group)),
  says(`${im}/sendMessage`, 'the card of a contact', 'x..x.', ({ target, host, mark }) => ({
    id: idOf(mark),
    toContactId: String(target.id),
    type: 'contact',
    content: mark,
    extends: { id: host.id },
  })),
  {
    ...does(`${im}/sendMessage`, 'a mention', 'x.x.x', (pair) =>
      text(pair, pair.group, { at: [pair.target.id] }),
    ),
    act: async (pair) => {
      const body = text(pair, pair.group, { at: [pair.target.id] });
      await pair.world.call(pair.actor, `${im}/sendMessage`, body);
      return (await pair.world.contact(pair.target, pair.group))?.['is_at'] === 1;
    },
  },
  does(
    `${im}/forwardMessage`,
    'a forwarded message',
    'x..x.',
    ({ target }, { msg_id: id }) => ({ msg_id: id, user_ids: [target.id] }),
    { prepare: (pair) => pair.world.ok(pair.actor, `${im}/sendMessage`, text(pair, `${pair.host.id}`)) },
  ),
  does(`${im}/sendToMsg`, 'a call', 'x..x.', ({ target, mark }) => ({
    id: mark,
    toContactId: target.id,
    type: 0,
    event: 'calling',
  })),
  {
    path: '/common/upload/uploadFile',
    about: 'a picture',
    reaches: 'x..x.',
    act: async (pair) => {
      const message = JSON.stringify(fileMessage(pair.target.id, 'image'));
      await upload(pair.world, pair.actor, { file: await png(8, 8), fields: { message } });
      await pair.world.settle();
      return heard(pair).length > 0;
    },
  },
  says(
    `${im}/scheduleMessage`,
    'a message for later',
    'x..x.',
    (pair) => ({
      ...text(pair, pair.target.id),
      sendTime: pair.world.clock.nowMs() + 60_000,
    }),
    {
      act: async (pair) => {
        const sendTime = pair.world.clock.nowMs() + 60_000;
        await posts(`${im}/scheduleMessage`, () => ({ ...text(pair, pair.target.id), sendTime }))(
          pair,
          NOTHING,
        );
        await sendsDue(pair);
        return finds(pair);
      },
    },
  ),
  ...(['changeScheduled', 'sendScheduled'] as const).map((call) =>
    says(
      `${im}/${call}`,
      'a message that was scheduled before',
      'x..x.',
      (pair) => ({ ...text(pair, pair.target.id), sendTime: pair.world.clock.nowMs() + 60_000 }),
      {
        prepare: async (pair) => {
          const sendTime = pair.world.clock.nowMs() + 600_000;
          return pair.world.ok(pair.actor, `${im}/scheduleMessage`, {
            ...text(pair, pair.target.id),
            content: 'other',
            sendTime,
          });
        },
        act: async (pair) => {
          const sendTime = pair.world.clock.nowMs() + 60_000;
          const body = text(pair, pair.target.id);
          await pair.world.call(pair.actor, `${im}/changeScheduled`, { ...body, sendTime });
          if (call === 'sendScheduled') await pair.world.call(pair.actor, `${im}/${call}`, body);
          await sendsDue(pair);
          return finds(pair);
        },
      },
    ),
  ),
  says(
    `${im}/editMessage`,
    'other words in a message that was read',
    'x..x.',
    ({ mark }, { id }) => ({ id, content: `new ${mark}` }),
    { prepare: before('actor') },
  ),
  {
    ...does(`${im}/editMessage`, 'a mention that is added later', 'x.x.x', () => ({})),
    prepare: before('actor', {}, 'group'),
    act: async (pair, { id }) => {
      const body = { id, content: 'new', at: [pair.target.id] };
      await pair.world.call(pair.actor, `${im}/editMessage`, body);
      return (await pair.world.contact(pair.target, pair.group))?.['is_at'] === 1;
    },
  },
  does(
    `${im}/updateCard`,
    'another contact in a card that was read',
    'x..x.',
    ({ target }, { id }) => ({ id, extends: { id: target.id } }),
    {
      prepare: (pair) => before('actor', { type: 'contact', extends: { id: pair.host.id } })(pair),
    },
  ),
  does(`${im}/react`, 'a reaction', 'x..x.', (_, { id }) => ({ id, emoji: '👍', on: 1 }), {
    prepare: before('target'),
  }),
  does(`${im}/react`, 'a reaction in the group', 'xxx.x', (_, { id }) => ({ id, emoji: '👍', on: 1 }), {
    prepare: before('target', {}, 'group'),
  }),
  does(`${im}/pinMessage`, 'a pin', 'x..x.', (_, { id }) => ({ id, on: 1 }), { prepare: before('target') }),
  does(`${im}/vote`, 'a vote', 'x..x.', (_, { id }) => ({ id, options: [0] }), {
    prepare: before('target', POLL),
  }),
  does(`${im}/vote`, 'a vote in a common group', 'xxx.x', (_, { id }) => ({ id, options: [0] }), {
    prepare: before('target', POLL, 'group'),
  }),
  // Actions that remove something work until the chat is gone (BLOCK-9).
  does(`${im}/closePoll`, 'the end of an own poll', 'xxxx.', (_, { id }) => ({ id }), {
    prepare: before('actor', POLL),
  }),
  does(`${im}/undoMessage`, 'a recall', 'xxxx.', (_, { id }) => ({ id }), { prepare: before('actor') }),
  does(`${im}/delMessage`, 'a deletion', 'xxxx.', (_, { id }) => ({ id }), { prepare: before('actor') }),
  does(`${ofFriend}/del`, 'the end of a friendship', 'xxxx.', ({ target }) => ({ id: target.id })),
  does(`${im}/setTimer`, 'a timer', 'x..x.', ({ target }) => ({ toContactId: target.id, days: 7 })),
];
