import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { textLimits } from '../../src/domain/limits.ts';
import { COMMANDS, helpLines, unknownLines } from '../../src/server/admin/run.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world } = setUpWorld([], { jobs: true });

it.each([
  [['user', 'lst'], ['The command "user lst" does not exist. Did you mean "user list"?']],
  [['usr', 'disable', 'anna'], ['The command "usr disable" does not exist. Did you mean "user disable"?']],
  [['bakup', 'x.db'], ['The command "bakup x.db" does not exist. Did you mean "backup"?']],
  [['audit'], ['The command "audit" does not exist.', 'Commands of "audit": audit verify, audit export']],
  [['nonsense'], ['The command "nonsense" does not exist.']],
])('ADMIN-11: %j prints the nearest command', async (words, lines) => {
  const all = [...lines, 'All commands: npm run admin -- help'];
  expect(await tryAdmin(world, ...words)).toEqual({ exit: 1, lines: all });
  expect(unknownLines(words)).toEqual(all);
});

it('ADMIN-11: every command of the help is known, by its former name as well', () => {
  for (const { words } of COMMANDS) expect([words, unknownLines(words.split(' '))]).toEqual([words, null]);
  for (const words of [['backup'], ['copies', 'list'], ['ldap', 'test'], ['config', 'show'], ['move']])
    expect(unknownLines(words)).toBeNull();
});

it.each([
  [
    ['mail', 'test', 'me@example.org'],
    ['mail.server: Must be a host name', 'mail.from: Must be an email'],
  ],
  [
    ['ldap', 'test'],
    ['ldap.url: Must be an address', 'ldap.base: Must be the name of an entry'],
  ],
])('ADMIN-14: %j without settings names each that is missing', async (words, starts) => {
  const { exit, lines } = await tryAdmin(world, ...words);
  expect([exit, lines]).toEqual([
    1,
    [...starts.map((one) => expect.stringMatching(`^${one}`)), expect.stringMatching(/^Usage/)],
  ]);
});

const login = (account: string, password = PASSWORD) =>
  world.call(null, '/common/pub/login', { account, password });

it('ADMIN-1: the help names every command, and a wrong one says how it is used', async () => {
  const help = helpLines().join('\n');
  for (const words of [
    'invite',
    'user create',
    'user disable',
    'user password',
    'user sign-out',
    'notice publish',
    'notice list',
    'notice delete',
    'discover add',
    'settings show',
    'settings set',
    'release set',
  ]) {
    expect(help).toContain(words);
  }
  expect((await tryAdmin(world, 'nonsense')).exit).toBe(1);
  expect(await tryAdmin(world, 'user', 'create', 'anna')).toMatchObject({
    exit: 1,
    lines: ['Missing: name', expect.stringContaining('<account>') as string],
  });
  expect(await tryAdmin(world, 'user', 'disable', 'nobody')).toMatchObject({
    exit: 1,
    lines: ['The account "nobody" does not exist', expect.any(String) as string],
  });
  for (const [path, value] of [
    ['sysInfo.runMode', '3'],
    ['chatInfo.redoTime', '-1'],
    ['chatInfo.online', 'maybe'],
    ['sysInfo.none', '1'],
  ] as const) {
    expect((await tryAdmin(world, 'config', 'set', path, value)).exit).toBe(1);
  }
});

describe('people', () => {
  it('ADMIN-3: a command creates an account with a password or a link to set it, and lists accounts', async () => {
    expect(await admin(world, 'user', 'create', 'anna', 'Anna A')).toEqual([
      'Created anna (1)',
      expect.stringMatching(/^Link to set the password \(48 hours, once\): http:\/\/parley\.test\//),
    ]);
    await admin(world, 'user', 'create', 'bela', 'Bela', 'secret-9');
    expect((await login('bela', 'secret-9')).code).toBe(0);
    expect((await tryAdmin(world, 'user', 'create', 'bela', 'Bela', 'secret-9')).lines[0]).toBe(
      'This username is taken',
    );
    expect(await admin(world, 'user', 'list')).toEqual([
      '1\tanna\tAnna A\tfirst administrator',
      '2\tbela\tBela\tuser',
    ]);
  });

  it('ADMIN-9: the list has disabled users, and says so; deleted ones are gone from it', async () => {
    for (const account of ['anna', 'bela', 'cleo']) await world.person(account);
    await admin(world, 'user', 'disable', 'bela');
    await admin(world, 'user', 'erase', 'cleo', 'stay');
    expect(await admin(world, 'user', 'list')).toEqual([
      '1\tanna\tanna name\tfirst administrator',
      '2\tbela\tbela name\tuser\tdisabled',
    ]);
  });

  it('ADMIN-10: the only active administrator loses access or the role after a confirmation alone', async () => {
    const REFUSED = 'is the only administrator. To do it anyway, add --yes';
    for (const account of ['boss', 'anna']) await world.person(account);
    const refused = async (...words: readonly string[]) => {
      const { exit, lines } = await tryAdmin(world, ...words);
      expect([exit, lines[0]]).toEqual([1, expect.stringContaining(REFUSED) as string]);
    };
    await refused('user', 'disable', 'boss');
    expect((await tryAdmin(world, 'user', 'role', 'boss', 'user')).lines[0]).toBe(
      'The first administrator cannot be changed or deleted',
    );
    await admin(world, 'user', 'role', 'anna', 'admin');
    await admin(world, 'user', 'disable', 'boss');
    await refused('user', 'disable', 'anna');
    await refused('user', 'role', 'anna', 'user');
    await refused('user', 'erase', 'anna', 'stay');
    expect((await login('anna')).data.userInfo.role).toBe(2);
    await admin(world, 'user', 'disable', 'anna', '--yes');
    await admin(world, 'user', 'enable', 'anna');
    await admin(world, 'user', 'role', 'anna', 'user', '--yes');
    expect((await login('anna')).data.userInfo.role).toBe(0);
  });

  it('ADMIN-4: disabling, a new password and signing out end every login at once, on a running server', async () => {
    await world.person('boss');
    const anna = await world.person('anna');
    const device = await world.online(anna);
    await admin(world, 'user', 'sign-out', 'anna');
    expect(device.frames.filter(({ type }) => type === 'pong')).toMatchObject([{ bound: false }]);
    expect(await world.code(anna, 'im/getContacts')).toBe(-1);
    const again = await world.login('anna');
    await admin(world, 'user', 'password', 'anna', 'secret-9');
    expect(await world.code(again, 'im/getContacts')).toBe(-1);
    expect([(await login('anna')).code, (await login('anna', 'secret-9')).code]).toEqual([400, 0]);
    await admin(world, 'user', 'disable', 'anna');
    expect((await login('anna', 'secret-9')).code).toBe(400);
    await admin(world, 'user', 'enable', 'anna');
    expect((await login('anna', 'secret-9')).code).toBe(0);
  });

  it('GATE-8: sockets of a disabled account are closed, those of a log-out only let go', async () => {
    await world.person('boss');
    const anna = await world.person('anna');
    const plain = await world.online(anna, { plain: true });
    await admin(world, 'user', 'sign-out', 'anna');
    expect(plain.closedWith()).toBeNull();
    const again = await world.login('anna');
    const [ours, other] = [await world.online(again), await world.online(again, { plain: true })];
    await admin(world, 'user', 'disable', 'anna');
    await until(world, () => ours.closedWith() !== null && other.closedWith() !== null);
    expect([ours.closedWith(), other.closedWith()]).toEqual([4001, 4001]);
  });

  it('ADMIN-5: a person becomes an administrator and back; the first one stays', async () => {
    await world.person('boss');
    const anna = await world.person('anna');
    await admin(world, 'user', 'role', 'anna', 'admin');
    expect((await login('anna')).data.userInfo.role).toBe(2);
    await admin(world, 'user', 'role', 'anna', 'user');
    expect((await login('anna')).data.userInfo.role).toBe(0);
    expect((await tryAdmin(world, 'user', 'role', 'boss', 'user')).exit).toBe(1);
    expect(anna.id).toBe(2);
  });
});

describe('announcements', () => {
  const NOTICE = contactId('admin_notice');

  it('NOTICE-1, NOTICE-2: reach all, also those who come later, are unread until read, and go again', async () => {
    const tab = await browser(world).open();
    await signIn(world, tab, 'anna');
    const state = () => tab.client.core.get().contacts.get(NOTICE);
    await admin(world, 'notice', 'publish', 'Tonight', 'The server <rests>');
    await until(world, () => state()?.unread === 1);
    expect(state()?.last?.content).toBe('<h3>Tonight</h3>The server &lt;rests&gt;');
    const anna = await world.login('anna');
    expect(await world.ok(anna, 'im/getAdminNotice')).toMatchObject({
      title: 'Tonight',
      notice: 'The server <rests>',
      create_time: Math.floor((state()?.lastSentAtMs ?? 0) / 1_000),
    });
    expect(await world.contact(anna, 'admin_notice')).toMatchObject({ unread: 1, is_group: 2 });
    expect(await world.rows(anna, 'im/getMessageList', { toContactId: 'admin_notice' })).toMatchObject([
      { type: 'text', is_group: 2, toContactId: 'admin_notice', extends: { title: 'Tonight' } },
    ]);
    await until(world, () => state()?.unread === 0);
    const bela = await world.person('bela');
    expect(await world.contact(bela, 'admin_notice')).toMatchObject({
      unread: 0,
      lastContent: expect.stringContaining('Tonight') as string,
    });
    const [line] = await admin(world, 'notice', 'list');
    expect(line).toMatch(/^\d+\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\tTonight$/);
    await admin(world, 'notice', 'delete', line?.split('\t')[0] ?? '');
    await until(world, () => state()?.last === null);
    expect(await world.ok(anna, 'im/getAdminNotice')).toEqual({ title: '', create_time: 0 });
  });

  it('COUNT-17: a withdrawn announcement is unread for no user, in the list and next to a mark', async () => {
    const tab = await browser(world).open();
    await signIn(world, tab, 'anna');
    const unread = () => tab.client.core.get().contacts.get(NOTICE)?.unread;
    const anna = await world.login('anna');
    for (const title of ['First', 'Second', 'Third']) await admin(world, 'notice', 'publish', title);
    await until(world, () => unread() === 3);
    const second = (await admin(world, 'notice', 'list'))[1]?.split('\t')[0] ?? '';
    await admin(world, 'notice', 'delete', second);
    await until(world, () => unread() === 2);
    expect(await world.contact(anna, 'admin_notice')).toMatchObject({ unread: 2, count: 3, own: 1 });
    const first = { toContactId: 'admin_notice', is_group: 2, messages: [{ n: 1 }] };
    await world.ok(anna, 'im/setMsgIsRead', first);
    await until(world, () => unread() === 1);
    expect(await world.contact(anna, 'admin_notice')).toMatchObject({ unread: 1, mark: 1, own: 1 });
  });

  it.each([
    ['a title', 'x'.repeat(100), ''],
    ['words', 'Hello', 'x'.repeat(textLimits.messageMax)],
  ])('NOTICE-1: %s has a maximum length, and longer text is refused', async (_, title, notice) => {
    const longer = notice === '' ? [`${title}x`, ''] : [title, `${notice}x`];
    expect((await tryAdmin(world, 'notice', 'publish', ...longer)).exit).toBe(1);
    expect(await admin(world, 'notice', 'list')).toEqual([]);
    expect((await tryAdmin(world, 'notice', 'publish', title, notice)).exit).toBe(0);
  });

  it('NOTICE-1: no user writes announcements, and base-protocol clients get the form they know', async () => {
    const anna = await world.person('anna');
    const plain = await world.online(anna, { plain: true });
    await admin(world, 'notice', 'publish', 'Hello');
    expect(plain.of('simple')).toMatchObject([
      {
        data: {
          toContactId: 'admin_notice',
          is_group: 2,
          type: 'text',
          at: [],
          extends: { title: 'Hello', notice: '' },
          fromUser: { id: 0 },
        },
      },
    ]);
    for (const call of ['sendMessage', 'setChatTop', 'delChat', 'readAtMsg']) {
      expect(
        await world.code(anna, `/enterprise/im/${call}`, {
          id: 'admin_notice',
          toContactId: 'admin_notice',
          type: 'text',
          content: 'x',
          is_top: 1,
        }),
      ).toBe(400);
    }
    for (const missing of ['x', '99'])
      expect((await tryAdmin(world, 'notice', 'delete', missing)).exit).toBe(1);
    expect((await tryAdmin(world, 'notice', 'publish', '  ')).exit).toBe(1);
  });
});

it('ADMIN-2: a command of another process reaches sockets here within a second', async () => {
  const anna = await world.person('anna');
  const device = await world.online(anna);
  await tryAdmin(world, 'notice', 'publish', 'Now');
  expect(device.frames).toEqual([]);
  await world.clock.advance(1_000);
  await world.settle();
  expect(device.of('simple')).toHaveLength(1);
});
