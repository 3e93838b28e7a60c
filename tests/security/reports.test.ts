import { expect, it } from 'vitest';
import { reportLimits as limits } from '../../src/domain/people-limits.ts';
import { tryAdmin } from '../support/admin.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 77: a user reports only readable messages, and sees no report of others', async () => {
  const { world, owner, member, mallory, im, group } = at;
  await im(member, 'sendMessage', { id: 'of-group', toContactId: group, type: 'text', content: 'secret' });
  await im(member, 'sendMessage', {
    id: 'to-owner',
    toContactId: String(owner.id),
    type: 'text',
    content: 'secret',
  });
  const tell = (who: typeof owner, kind: string, id: unknown, more: object = {}) =>
    im(who, 'report', { kind, id, reason: 'spam', words: 'told by them', ...more });
  const nothing = await tell(mallory, 'message', 'no-such-message');
  for (const id of ['of-group', 'to-owner', 'TO-OWNER', 'to-owner ', "' or '1'='1"])
    expect(await tell(mallory, 'message', id)).toMatchObject({ code: nothing.code, msg: nothing.msg });
  expect((await tell(mallory, 'group', group)).code).not.toBe(0);
  for (const more of [
    { reporter: member.id, user_id: member.id },
    { decision: 'deleted', open_key: null },
  ])
    expect((await tell(owner, 'message', 'to-owner', more)).code).toBe(0);
  const { rows } = await world.server.core.store.read((tx) =>
    tx.reports.list({ open: true, page: 1, limit: 99 }),
  );
  expect(rows.map(({ reporter, decision }) => [reporter, decision])).toEqual([[owner.id, null]]);
  // Repeats of a report count once, and new ones are refused at the daily limit.
  for (let n = 0; n < limits.dayMax; n += 1)
    await im(member, 'sendMessage', { id: `many-${n}`, toContactId: group, type: 'text', content: 'x' });
  let acceptedCount = 0;
  for (let n = 0; n < limits.dayMax; n += 1)
    acceptedCount += (await tell(owner, 'message', `many-${n}`)).code === 0 ? 1 : 0;
  expect(acceptedCount).toBe(limits.dayMax - 1);
  // The reported user learns nothing, and no call shows a report.
  for (const call of ['getContacts', 'sync', 'getUserInfo', 'getMessageList', 'blockedPeople', 'getKept'])
    for (const who of [owner, member, mallory])
      expect(JSON.stringify(await im(who, call, { user_id: member.id, toContactId: group }))).not.toContain(
        'told by them',
      );
  expect((await tryAdmin(world, 'reports', 'show', '1')).lines.join()).toContain('told by them');
});
