import { expect, it } from 'vitest';
import { go, newPerson } from '../../support/browser.ts';
import { befriend, newGroup, signUp } from '../../support/http-user.ts';
import { fillRegister, register, row } from '../../support/person.ts';
import { runToEnd } from '../../support/server.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();
const linkIn = (text: string): string => /https?:\/\/\S*inviteCode=\w+/.exec(text)?.[0] ?? '';

it('START-3: an empty server that invites prints a link, and the first account is made with it', async () => {
  const server = await stage.server({ env: { REGISTRATION: 'invite' } });
  const first = stage.watch(await newPerson(stage.browser, server.url, '管理员甲'));
  await go(first, '/pages/login/register');
  await first.page.getByText(first.t('reg.closed')).waitFor();

  await first.page.goto(linkIn(server.output()));
  await fillRegister(first);

  // The link is used up.
  const late = stage.watch(await newPerson(stage.browser, server.url, '后来者'));
  await late.page.goto(linkIn(server.output()));
  await late.page.getByLabel(late.t('login.account'), { exact: true }).fill(late.account);
  await late.page.getByLabel(late.t('reg.nickname'), { exact: true }).fill(late.name);
  await late.page.getByLabel(late.t('reg.password'), { exact: true }).fill('secret-11');
  await late.page.getByLabel(late.t('reg.repeat'), { exact: true }).fill('secret-11');
  await late.page.getByRole('button', { name: late.t('reg.submit'), exact: true }).click();
  await late.page.getByRole('alert').first().waitFor();
});

it('START-5: a user registers in the browser with a code of the admin command', async () => {
  const server = await stage.server({ env: { REGISTRATION: 'invite' } });
  const run = await runToEnd('dist/server/admin-main.js', ['invite'], {
    DATA_DIR: server.dataDir,
    PORT: String(server.port),
  });
  const code = /inviteCode=(\w{8})\b/.exec(run.stdout)?.[1] ?? '';
  expect(code).toHaveLength(8);
  const guest = stage.watch(await newPerson(stage.browser, server.url, 'Guest', { language: 'en' }));
  await register(guest, code);
});

it.each(['zh-CN', 'en'] as const)(
  'INVITE-1, INVITE-2: a newcomer opens a link, registers, and is in the group, %s',
  async (language) => {
    const server = await stage.server();
    const [owner, other] = [await signUp(server.url, 'Anna Lake'), await signUp(server.url, 'Bela Hill')];
    await befriend(owner, other);
    const group = await newGroup(owner, [other], 'Walkers');
    const env = { DATA_DIR: server.dataDir, PORT: String(server.port) };
    const command = (...words: string[]) => runToEnd('dist/server/admin-main.js', words, env);
    await command('config', 'set', 'sysInfo.regtype', '2');
    const made = await command('invite', '--uses', '1', '--days', '7', '--group', group);
    const guest = stage.watch(await newPerson(stage.browser, server.url, 'Newcomer', { language }));
    await guest.page.goto(linkIn(made.stdout));
    await fillRegister(guest);
    await row(guest, 'Walkers').waitFor();
  },
);
