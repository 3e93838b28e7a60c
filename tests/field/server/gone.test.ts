import { afterAll, beforeAll, expect, it } from 'vitest';
import { doDue } from '../../../src/server/features/later/due.ts';
import { finishErasures } from '../../../src/server/features/erasing/erase-own.ts';
import { RateCounter } from '../../../src/server/kernel/rate.ts';
import { say } from '../../../src/server/kernel/texts.ts';
import { tryAdmin } from '../../support/admin.ts';
import { preparePeople } from '../../support/prepared-people.ts';
import { PASSWORD, startWorld, type Person, type World } from '../../support/world.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
  await world.person('boss');
});
afterAll(() => world.close());

const REMOVAL = { erased: 'theirAccountErased', disabled: 'theirAccountDisabled' } as const;
type Gone = keyof typeof REMOVAL;

async function leave(how: Gone, who: Person): Promise<void> {
  if (how === 'disabled') expect((await tryAdmin(world, 'user', 'disable', who.account)).exit).toBe(0);
  else {
    await world.ok(who, 'im/eraseAccount', { password: PASSWORD });
    await finishErasures(world.server.core);
  }
}

/** Two friends with everything that can be acted on, of whom the second goes. */
async function without(how: Gone) {
  world.clock.pass(120_000);
  made += 1;
  const { people, group } = await preparePeople(world, [`me${made}`, `gone${made}`, `other${made}`]);
  const [me, gone, other] = people as [Person, Person, Person];
  const sentMessage = await world.say(gone, me.id, 'theirs', { id: `said-${made}` });
  const mine = await world.say(me, gone.id, 'mine', { id: `mine-${made}` });
  const elsewhere = await world.say(me, other.id, 'elsewhere', { id: `elsewhere-${made}` });
  const poll = await world.say(me, gone.id, 'lunch?', {
    id: `poll-${made}`,
    extends: { poll: { options: ['yes', 'no'] } },
  });
  await world.ok(me, 'im/scheduleMessage', {
    id: `waits-${made}`,
    toContactId: gone.id,
    content: 'waits',
    sendTime: world.clock.nowMs() + 60_000,
  });
  await leave(how, gone);
  return { me, gone, other, group, said: sentMessage, mine, elsewhere, poll };
}

type Left = Awaited<ReturnType<typeof without>>;

/** Every call that reaches the user of a chat of two. */
const WAYS: readonly (readonly [string, (left: Left) => object])[] = [
  [
    'im/sendMessage',
    ({ gone }) => ({ id: `new-${made}`, toContactId: gone.id, type: 'text', content: 'hi' }),
  ],
  [
    'im/scheduleMessage',
    ({ gone }) => ({
      id: `later-${made}`,
      toContactId: gone.id,
      content: 'hi',
      sendTime: world.clock.nowMs() + 60_000,
    }),
  ],
  ['im/sendScheduled', () => ({ id: `waits-${made}` })],
  ['im/sendToMsg', ({ gone }) => ({ id: `call-${made}`, toContactId: gone.id, type: 0, event: 'calling' })],
  ['im/editMessage', ({ mine }) => ({ id: mine.id, content: 'other words' })],
  ['im/react', ({ said }) => ({ id: said.id, emoji: '👍', on: 1 })],
  ['im/pinMessage', ({ said }) => ({ id: said.id, on: 1 })],
  ['im/setTimer', ({ gone }) => ({ toContactId: gone.id, days: 7 })],
];

it.each(['erased', 'disabled'] as const)(
  'DATA-15: every way to the user of a chat is refused with its reason: %s',
  async (how) => {
    const answers: Record<string, string> = {};
    for (const [path, body] of WAYS) {
      const left = await without(how);
      const { code, msg } = await world.call(left.me, path, body(left));
      answers[path] = code === 0 ? 'taken' : msg;
    }
    const reason = say(REMOVAL[how], 'zh-CN');
    expect(answers).toEqual(Object.fromEntries(WAYS.map(([path]) => [path, reason])));
  },
);

it.each(['erased', 'disabled'] as const)(
  'DATA-15: a forward to the chat is refused, a scheduled message stays with the reason: %s',
  async (how) => {
    const { me, gone, elsewhere } = await without(how);
    const [one] = await world.rows(me, 'im/forwardMessage', {
      user_ids: [gone.id],
      msg_id: elsewhere.msg_id,
    });
    expect(one).toMatchObject({ msg: say(REMOVAL[how], 'zh-CN') });
    await world.clock.advance(90_000);
    await doDue(world.server.core, new RateCounter(world.clock));
    await world.settle();
    const later = await world.ok<{ readonly list: readonly object[] }>(me, 'im/getLater');
    expect(later.list).toEqual([expect.objectContaining({ failed: say(REMOVAL[how], 'zh-CN') })]);
  },
);

it('DATA-15: an account that is enabled again is reached again', async () => {
  const { me, gone } = await without('disabled');
  expect((await tryAdmin(world, 'user', 'enable', gone.account)).exit).toBe(0);
  await world.say(me, gone.id, 'welcome back', { id: `back-${made}` });
});
