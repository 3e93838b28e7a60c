import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ACTIVE_SETTINGS,
  addActive,
  disableActive,
  entryName,
  startActive,
} from '../support/active-directory.ts';
import { go, narrow, newPerson, type Person, wide } from '../support/browser.ts';
import { befriend, newGroup, signUp } from '../support/http-user.ts';
import { button, field, list, row } from '../support/person.ts';
import { freePort, startServer } from '../support/server.ts';
import { groupName, ROOT, type Slapd } from '../support/slapd.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const STAFF = 'The whole lake';
const PASSWORD = 'a long password of theirs';
const ANNA = entry('alake', 'Anna Lake', '01');
const BELA = entry('bhill', 'Bela Hill', '02');

let slapd: Slapd;
beforeAll(async () => {
  slapd = await startActive();
  await addActive(slapd, ANNA);
  await addActive(slapd, BELA);
  await slapd.group('staff', [ANNA.name], entryName);
}, 30_000);
afterAll(() => slapd.stop());

function entry(account: string, display: string, last: string) {
  const number = Buffer.from(`f00122ff80fe4c5d9a00b1c2d3e4f5${last}`, 'hex');
  return { account, name: display.split(' ').toReversed().join(', '), display, password: PASSWORD, number };
}

const env = () => ({
  ...ACTIVE_SETTINGS,
  LDAP_URL: slapd.url,
  LDAP_BIND: ROOT.dn,
  LDAP_BIND_PASSWORD: ROOT.password,
  LDAP_GROUPS: `1:${groupName('staff')}`,
});

async function enter(person: Person, account: string, secret: string): Promise<void> {
  await field(person, person.t('login.account')).fill(account);
  await field(person, person.t('login.password')).fill(secret);
  await button(person, person.t('login.submit')).click();
}

const refused = (person: Person, words: string) => person.page.getByText(words, { exact: true }).waitFor();

it('LDAP-9: in by the login page; groups follow; who is disabled there is out', async () => {
  const server = await stage.server({ port: await freePort(), env: env() });
  const root = await signUp(server.url, 'Root');
  const others = [await signUp(server.url, 'Local'), await signUp(server.url, 'Other')];
  for (const other of others) await befriend(root, other);
  await newGroup(root, others, STAFF);

  const a = stage.watch(
    await newPerson(stage.browser, server.url, 'Anna Lake', { language: 'en', size: wide }),
  );
  await go(a, '/pages/login/index');
  await enter(a, ANNA.account, 'not her password');
  await refused(a, 'The username or password is wrong');
  await enter(a, ANNA.account, PASSWORD);
  await list(a).waitFor();
  await row(a, STAFF).waitFor();

  const b = stage.watch(await newPerson(stage.browser, server.url, 'Bela Hill', { size: narrow }));
  await go(b, '/pages/login/index');
  await enter(b, 'BHill@corp.example.org', PASSWORD);
  await list(b).waitFor();
  expect(await row(b, STAFF).count()).toBe(0);

  // A node checks the directory when it starts, and every five minutes after.
  await server.stop();
  await slapd.group('staff', [BELA.name], entryName);
  await disableActive(slapd, ANNA.name);
  await startServer({ port: server.port, dataDir: server.dataDir, env: env() });
  await row(b, STAFF).waitFor();
  await button(a, a.t('login.submit')).waitFor();
  await enter(a, ANNA.account, PASSWORD);
  await refused(a, 'The username or password is wrong');
  await row(b, STAFF).waitFor();
});
