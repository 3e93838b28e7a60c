import { beforeEach, describe, expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { admin } from '../support/admin.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world } = setUpWorld([], { jobs: true, options: { settings: { registration: 'invite' } } });
beforeEach(async () => {
  await admin(world, 'user', 'create', 'boss', 'Boss', PASSWORD);
});

const login = (account: string, password: string) =>
  world.call(null, '/common/pub/login', { account, password });

interface Link {
  readonly account: string;
  readonly inviteCode: string;
}

/** The link in the answer of a command, as the page reads it. */
async function linkOf(...words: readonly string[]): Promise<Link> {
  const text = (await admin(world, ...words)).join('\n');
  const [, query = ''] = /http:\/\/parley\.test\/#\/pages\/login\/register\?(\S+)/.exec(text) ?? [];
  const match = new URLSearchParams(query);
  return { account: match.get('account') ?? '', inviteCode: match.get('inviteCode') ?? '' };
}
const create = (account: string) => linkOf('user', 'create', account, 'Some Name');
const use = (link: Link, password = 'secret-9') =>
  world.call(null, '/common/pub/register', { ...link, realname: '', password, repass: password });
const DEAD = {
  code: 400,
  msg: 'This link was used or has expired. Please ask an administrator for a new one',
};
const useInEnglish = (link: Link) =>
  world.call(
    null,
    '/common/pub/register',
    { ...link, password: 'secret-8', repass: 'secret-8' },
    { 'accept-language': 'en' },
  );

describe('a link that sets a password', () => {
  it('ACC-23: sets the password of a new account once, which logs in with it', async () => {
    const link = await create('anna+1@x');
    expect(link.account).toBe('anna+1@x');
    expect(await use(link)).toMatchObject({ code: 0, data: { user_id: 2 } });
    expect(await useInEnglish(link)).toMatchObject(DEAD);
    expect((await login('anna+1@x', 'secret-9')).code).toBe(0);
    const entries = await world.server.core.store.read((tx) => tx.audit.page(0, 100));
    expect(entries.find(({ what }) => what === 'password changed')).toMatchObject({ by: 'user 2' });
  });

  it('ACC-23: of two that use it at once, one sets the password', async () => {
    const link = await create('anna');
    const sentMessages = await Promise.all([use(link, 'secret-1'), use(link, 'secret-2')]);
    expect(sentMessages.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  });

  it('ACC-23: the old password ends with the command, and the link works for 48 hours', async () => {
    await admin(world, 'user', 'create', 'anna', 'Anna', PASSWORD);
    await admin(world, 'user', 'create', 'bela', 'Bela', PASSWORD);
    const [link, late] = [
      await linkOf('user', 'password', 'anna'),
      await linkOf('user', 'password', 'bela', '', 'keep-passkeys'),
    ];
    expect((await login('anna', PASSWORD)).code).toBe(400);
    world.clock.pass(48 * duration.HOUR - duration.MINUTE);
    expect((await use(link)).code).toBe(0);
    expect((await login('anna', 'secret-9')).code).toBe(0);
    world.clock.pass(duration.MINUTE);
    expect(await useInEnglish(late)).toMatchObject(DEAD);
  });

  it('ACC-23: ends with a newer link, with a password that the operator sets, and with a login', async () => {
    const first = await create('anna');
    const second = await linkOf('user', 'password', 'anna');
    expect(await useInEnglish(first)).toMatchObject(DEAD);
    await admin(world, 'user', 'password', 'anna', 'secret-7');
    expect(await useInEnglish(second)).toMatchObject(DEAD);
    const third = await linkOf('user', 'password', 'anna');
    const { store } = world.server.core;
    const anna = await store.read((tx) => tx.users.byAccount('anna'));
    if (!anna) throw new Error('anna is missing');
    // Any way in counts, for example a passkey.
    await store.write((tx) => tx.users.update(anna.id, { lastLoginAtMs: tx.nowMs }));
    expect(await useInEnglish(third)).toMatchObject(DEAD);
  });

  it('ACC-23: opens no other account, no disabled one, and none with a wrong code or a common password', async () => {
    const link = await create('anna');
    await admin(world, 'user', 'create', 'bela', 'Bela', PASSWORD);
    expect(await useInEnglish({ ...link, account: 'bela' })).toMatchObject(DEAD);
    expect(await useInEnglish({ ...link, account: 'nobody' })).toMatchObject(DEAD);
    expect(await useInEnglish({ ...link, inviteCode: `${link.inviteCode}A` })).toMatchObject(DEAD);
    expect((await use(link, '123456')).code).toBe(400);
    await admin(world, 'user', 'disable', 'anna');
    expect(await useInEnglish(link)).toMatchObject(DEAD);
    await admin(world, 'user', 'enable', 'anna');
    expect((await use(link)).code).toBe(0);
  });

  it('ACC-23: a user who takes the username later is not opened by the link of the one before', async () => {
    const link = await create('anna');
    await admin(world, 'user', 'erase', 'anna', 'stay');
    const invited = (await admin(world, 'invite')).join(' ');
    const inviteCode = /inviteCode=(\w+)/.exec(invited)?.[1] ?? '';
    const form = { account: 'anna', realname: 'Another', password: PASSWORD, inviteCode };
    await world.ok(null, '/common/pub/register', form);
    expect(await useInEnglish(link)).toMatchObject(DEAD);
    expect((await login('anna', PASSWORD)).code).toBe(0);
  });
});
