import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../src/domain/duration.ts';
import type { MailMessage } from '../../src/ports/mail.ts';
import { inviteLimits } from '../../src/server/kernel/limits.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let boss: Person;
let mails: MailMessage[];
let refuses: (to: string) => boolean;
beforeEach(async () => {
  mails = [];
  refuses = () => false;
  world = await startWorld({
    settings: { publicUrl: 'https://chat.example.org' },
    mail: {
      send: async (mail) => {
        if (refuses(mail.to)) throw new Error('refused');
        mails.push(mail);
      },
    },
  });
  world.server.start();
  boss = await world.person('boss');
  await admin(world, 'settings', 'set', 'sysInfo.regtype', 'invite');
});
afterEach(() => world.close());

const LIST = 'Name,Mail\nAnna Lake,anna@example.org\nBela Hill,bela@example.org\nCleo,';
const people = (list = LIST, ...more: readonly string[]) =>
  tryAdmin(world, 'invite', 'people', list, ...more);
const codeIn = (line = '') => /inviteCode=(\w+)/.exec(line)?.[1] ?? expect.fail(`no code in ${line}`);
const register = (account: string, inviteCode: string) =>
  world.call(null, '/common/pub/register', { account, realname: account, password: PASSWORD, inviteCode });
const countRows = () => world.server.core.store.read((tx) => tx.invites.countNamed());

it('INVITE-3: makes a link for each line, once and for two weeks, and lists them as CSV', async () => {
  const { exit, lines } = await people();
  expect([exit, lines.slice(0, 2)]).toEqual([0, ['Made 3 invitations', 'name,mail,link']]);
  expect(lines.slice(2).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['Anna Lake', 'anna@example.org'],
    ['Bela Hill', 'bela@example.org'],
    ['Cleo', ''],
  ]);
  expect(lines[2]).toMatch(/&name=Anna%20Lake$/);
  const [anna, bela] = [codeIn(lines[2]), codeIn(lines[3])];
  expect((await register('anna.lake', anna)).code).toBe(0);
  expect((await register('anna.two', anna)).code).toBe(400);
  world.clock.pass(inviteLimits.listLifeMs);
  expect((await register('bela.hill', bela)).code).toBe(400);
  expect(mails).toEqual([]);
});

it('INVITE-3: one wrong line makes nothing, and every wrong line is named', async () => {
  await people('Anna,anna@example.org');
  const accepted = await register('dora@example.org', codeIn((await admin(world, 'invite'))[1]));
  expect(accepted.code).toBe(0);
  const before = await countRows();
  const { exit, lines } = await people('Emil,emil@\nDora,dora@example.org\nFay,fay@x.org');
  expect([exit, lines]).toEqual([
    1,
    [
      'Line 1: the mail address is not valid',
      'Line 2: an account with this address exists',
      'No invitation was made. Correct these lines and give the whole list again',
    ],
  ]);
  expect(await countRows()).toEqual(before);
  const noted = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
  expect(noted.filter(({ what }) => what === 'invite people')).toHaveLength(1);
});

it.each([
  ['', [], 'list'],
  [' \n\n', [], 'list'],
  ['Name,Mail\n', [], 'names no person'],
  [LIST, ['--uses', '2'], '--uses'],
  [LIST, ['--days', '366'], 'from 1 to 365'],
  [LIST, ['--group', '99'], 'group 99'],
  ['J\uFFFDrg,joerg@example.org', [], 'not in UTF-8'],
  [Array.from({ length: 501 }, (_, n) => `p${n}`).join('\n'), [], 'At most 500 people'],
])('INVITE-3: refuses an impossible list or option with one line (%#)', async (list, more, said) => {
  const { exit, lines } = await people(list, ...more);
  expect([exit, lines[0]]).toEqual([1, expect.stringContaining(said)]);
  expect(await countRows()).toEqual({ invited: 0, came: 0 });
});

it('INVITE-4: sends each person their link, and returns the links of those without an address', async () => {
  const { lines } = await people(LIST, '--mail', '--days', '3');
  expect(lines.slice(0, 4)).toEqual([
    'Made 3 invitations',
    '2 mails were sent',
    '1 mail could not be sent. The link of this person:',
    'name,mail,link',
  ]);
  expect(lines.slice(4)).toEqual([expect.stringMatching(/^Cleo,,http/)]);
  expect(mails.map(({ to }) => to)).toEqual(['anna@example.org', 'bela@example.org']);
  const [first] = mails;
  expect(first?.subject).toBe('邀请你加入 Parley / Invitation to Parley');
  expect(first?.text).toMatch(/^Anna Lake，你好[^]*3 天[^]*\n\nHello Anna Lake,[^]*for 3 days:/);
  expect((await register('anna.lake', codeIn(first?.text))).code).toBe(0);
});

it('INVITE-4: keeps the links of refused mails, and stops after three in a row', async () => {
  const requests: string[] = [];
  refuses = (to) => requests.push(to) > 1;
  const list = [1, 2, 3, 4, 5, 6].map((n) => `P${n},p${n}@x.org`).join('\n');
  const { exit, lines } = await people(list, '--mail');
  expect([exit, lines[0], lines[2]]).toEqual([
    1,
    'The mail server failed: refused. Check its settings, then give the same list again to send these',
    '1 mail was sent',
  ]);
  expect(lines.slice(5).map((line) => line.split(',')[0])).toEqual(['P2', 'P3', 'P4', 'P5', 'P6']);
  expect(requests).toEqual(['p1@x.org', 'p2@x.org', 'p3@x.org', 'p4@x.org']);
});

it('INVITE-3: a list given again sends unused links again, and replaces one whose role differs', async () => {
  refuses = () => true;
  const ANNA = 'Anna,anna@example.org';
  const first = codeIn((await people(ANNA, '--mail')).lines.at(-1));
  refuses = () => false;
  world.clock.pass(4 * DAY);
  const again = await people('Anna,ANNA@example.org\nBela,bela@example.org', '--mail');
  expect([again.exit, again.lines]).toEqual([
    0,
    [
      'Made 2 invitations',
      '1 was invited before and has not come yet. The link and its end date stay the same',
      '2 mails were sent',
    ],
  ]);
  expect(codeIn(mails[0]?.text)).toBe(first);
  expect(mails.map(({ text }) => /for (\d+) days/.exec(text)?.[1])).toEqual(['10', '14']);
  const second = codeIn((await people(ANNA, '--role', 'admin')).lines.at(-1));
  expect((await register('anna.old', first)).code).toBe(400);
  expect((await register('anna.new', second)).code).toBe(0);
});

it('INVITE-4: the console shows that the mail server failed, with the links', async () => {
  refuses = () => true;
  const answer = await world.call<{ isDone: boolean; lines: string[] }>(boss, '/admin/run', {
    words: 'invite people',
    given: { list: 'Anna,anna@example.org', '--mail': 'yes' },
  });
  expect([answer.data.isDone, answer.data.lines[0]]).toEqual([false, expect.stringContaining('refused')]);
  expect(answer.data.lines.at(-1)).toContain('inviteCode=');
});

it('INVITE-4: without an address set by the operator, no invitation is mailed', async () => {
  const local = await startWorld({
    settings: { publicUrl: null },
    mail: { send: async (mail) => void mails.push(mail) },
  });
  local.server.start();
  const host = await local.person('boss');
  const remedy = expect.stringContaining('Neither DOMAIN nor PUBLIC_URL is set') as string;
  const { exit, lines } = await tryAdmin(local, 'invite', 'people', LIST, '--mail');
  expect([exit, lines[0]]).toEqual([1, remedy]);
  const answer = await local.call<{ isDone: boolean; lines: string[] }>(
    host,
    '/admin/run',
    {
      words: 'invite people',
      given: { list: LIST, '--mail': 'yes' },
    },
    { 'accept-language': 'en' },
  );
  expect(answer.data).toEqual({ isDone: false, lines: [remedy] });
  expect([mails, await local.server.core.store.read((tx) => tx.invites.countNamed())]).toEqual([
    [],
    { invited: 0, came: 0 },
  ]);
  await local.close();
});

it('INVITE-4: without SMTP, sending is refused before anything is made', async () => {
  const silent = await startWorld();
  silent.server.start();
  const { exit, lines } = await tryAdmin(silent, 'invite', 'people', LIST, '--mail');
  expect([exit, lines[0]]).toEqual([1, expect.stringContaining('Mail is not set up')]);
  expect(await silent.server.core.store.read((tx) => tx.invites.countNamed())).toMatchObject({ invited: 0 });
  await silent.close();
});

it('INVITE-5: the console shows who was invited and how many came, also after the end', async () => {
  const run = await world.raw('/admin/run', {
    method: 'POST',
    headers: { authorization: boss.token },
    body: JSON.stringify({ words: 'invite people', given: { list: LIST } }),
  });
  expect(run.headers.get('content-disposition')).toContain('invitations.csv');
  const csv = await run.text();
  const links = csv.split('\r\n');
  await register('anna.lake', codeIn(links[1]));
  world.clock.pass(inviteLimits.listLifeMs);
  await world.settle();
  boss = await world.login('boss');
  const view = await world.ok<{ rows: { name: string; used: number }[]; invited: number; came: number }>(
    boss,
    '/admin/show',
    { part: 'invitations' },
  );
  expect([view.invited, view.came]).toEqual([3, 1]);
  expect(view.rows.map(({ name, used }) => `${name} ${used}`)).toEqual([
    'Anna Lake 1',
    'Bela Hill 0',
    'Cleo 0',
  ]);
  expect((await admin(world, 'invite', 'list')).at(-1)).toBe('1 of 3 invited people came');
});
