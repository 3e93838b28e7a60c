import { expect, it } from 'vitest';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 74: a user sees and ends only their own sessions', async () => {
  const { world, owner, mallory, im } = at;
  const there = await world.online(owner);
  const namesOf = async (who: typeof owner) =>
    (await world.rows(who, 'im/getLogins')).map((row) => row['id']);
  const [[theirs = ''], [own = '']] = [await namesOf(owner), await namesOf(mallory)];
  const { store, passwords } = world.server.core;
  const [row] = await store.read((tx) => tx.tokens.ofUser(owner.id as never, 0));
  const hash = row?.hash ?? '';
  const tries = [
    theirs,
    hash,
    hash.slice(0, 32),
    passwords.digest(theirs).slice(0, 32),
    `${theirs} `,
    theirs.toUpperCase(),
  ];
  for (const id of tries)
    for (const more of [{}, { user_id: owner.id }, { token: owner.token }])
      expect((await im(mallory, 'endLogin', { id, ...more })).code, id).toBe(400);
  for (const who of [null, { ...owner, token: `bearer ${theirs}` }])
    expect((await im(who, 'endLogin', { id: theirs })).code).toBe(-1);
  // The name of a session does not work as a log-out key, and ends no session.
  await world.call(null, '/common/pub/logout', { key: theirs.repeat(2) });
  await world.call(mallory, '/common/pub/logout', { key: theirs.repeat(2) });
  expect((await im(mallory, 'endLogin', { id: 'others', user_id: owner.id })).code).toBe(0);
  expect(await namesOf({ ...mallory, id: owner.id })).toEqual([own]);
  expect((await im(mallory, 'getLogins', { user_id: owner.id })).data).toHaveLength(1);
  expect([there.closedWith(), (await im(owner, 'getContacts')).code]).toEqual([null, 0]);
});
