import { expect, it } from 'vitest';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 65: only readers vote, for themselves, within limits, and see no secret votes', async () => {
  const { world, owner, member, mallory, group, im } = at;
  const ask = async (who: typeof owner, to: string | number, id: string, secret: number) =>
    world.say(who, to, 'A question', { id, extends: { poll: { options: ['one', 'two'], secret } } });
  await ask(owner, group, 'in-group', 1);
  await ask(at.manager, member.id, 'between-two', 0);
  await im(owner, 'vote', { id: 'in-group', options: [1] });
  for (const [who, call, body] of [
    [mallory, 'vote', { id: 'in-group', options: [0] }],
    [mallory, 'vote', { id: 'between-two', options: [0] }],
    [owner, 'vote', { id: 'between-two', options: [0] }],
    [member, 'vote', { id: 'in-group', options: [0, 1] }],
    [member, 'vote', { id: 'in-group', options: [7] }],
    [member, 'vote', { id: 'in-group', options: [-1], user_id: owner.id }],
    [member, 'closePoll', { id: 'in-group' }],
    [mallory, 'closePoll', { id: 'in-group' }],
    [mallory, 'voters', { id: 'between-two', option: 0 }],
    [owner, 'voters', { id: 'in-group', option: 1 }],
    [member, 'voters', { id: 'in-group', option: 1 }],
  ] as const)
    await refused(at, () => im(who, call, body), `${who.account} ${call} ${JSON.stringify(body)}`);
  for (const options of [
    ['one', 'one'],
    ['one', ' one '],
    ['one'],
    ['one', ''],
    Array(13).fill('x'),
  ] as const)
    await refused(
      at,
      () =>
        im(member, 'sendMessage', {
          id: 'doubled',
          toContactId: group,
          type: 'text',
          content: 'A question',
          extends: { poll: { options } },
        }),
      `options ${options.join()}`,
    );
  await ask(owner, group, 'ended', 0);
  await im(member, 'vote', { id: 'ended', options: [0] });
  await im(owner, 'closePoll', { id: 'ended' });
  for (const options of [[1], []])
    await refused(at, () => im(member, 'vote', { id: 'ended', options }), `after the end ${options.join()}`);
  const live = await world.online(member);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => im(at.manager, 'vote', { id: 'in-group', options: [n % 2] })),
  );
  await world.settle();
  expect(answers.some(({ data }) => data['retry_ms'] !== undefined)).toBe(true);
  const reports = live.of('poll').map(({ data }) => Object.keys(data).toSorted().join());
  expect(new Set(reports)).toEqual(new Set(['at,closed,counts,id,msg_id,n,toContactId,voters']));
});
