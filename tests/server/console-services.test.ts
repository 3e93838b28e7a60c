import { beforeEach, expect, it } from 'vitest';
import type { Ldap, LdapFault } from '../../src/ports/ldap.ts';
import { environmentToShow } from '../../src/server/kernel/setting-names.ts';
import type { Fields } from '../support/fields.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const ENVIRONMENT = {
  LDAP_URL: 'ldaps://reader:hush-1@ldap.example.org/',
  LDAP_BASE: 'dc=example,dc=org',
  LDAP_BIND_PASSWORD: 'hush-2',
  SMTP_URL: 'smtp://user:hush-3@mail.example.org',
  SMTP_FROM: 'parley@example.org',
  OPENID_WORK_SECRET: 'hush-4',
  HOME: '/root',
};
let fault: LdapFault | null = null;
const away = () => Promise.resolve('away' as const);
const ldap: Ldap = {
  enter: away,
  fits: away,
  everybody: away,
  find: away,
  fault: () => fault,
  canTakeOver: false,
};

beforeEach(() => {
  fault = null;
});
const { world, boss } = setUpWorld(['boss'], {
  options: { ldap: () => ldap, settings: { environment: environmentToShow(ENVIRONMENT) } },
});

async function services(language = 'en'): Promise<readonly Fields[]> {
  const request = { part: 'settings' };
  const answer = await world.call<{ readonly services: readonly Fields[] }>(boss, '/admin/show', request, {
    'accept-language': language,
  });
  return answer.data.services;
}
const findNamed = async (title: string) => (await services()).find((one) => one['title'] === title);

it('CONSOLE-14: a service is connected, or does not work and says why', async () => {
  expect(await findNamed('LDAP and Active Directory')).toMatchObject({ state: 'connected', cause: null });
  fault = { why: 'bindRefused', url: 'ldaps://ldap.example.org' };
  expect(await findNamed('LDAP and Active Directory')).toMatchObject({
    state: 'fault',
    cause: 'LDAP_BIND is refused: its name or LDAP_BIND_PASSWORD is wrong',
  });
});

it('CONSOLE-14: a service that is not set up shows the lines to set', async () => {
  const files = await findNamed('Storage for files');
  expect(files).toMatchObject({ state: 'unset', values: [] });
  expect(files?.['example']).toContain('FILES_S3=');
  expect(await findNamed('OpenID Connect')).toMatchObject({ state: 'unset' });
});

it('CONSOLE-14: settings of the environment are shown, of secrets only the names', async () => {
  expect(await findNamed('Mail')).toMatchObject({
    state: 'set',
    values: [
      { name: 'SMTP_FROM', value: 'parley@example.org' },
      { name: 'SMTP_URL', value: '' },
    ],
  });
  const text = JSON.stringify(await services());
  expect(text).toContain('ldaps://ldap.example.org');
  expect(text).not.toMatch(/hush|\/root/);
  for (const one of await services('zh-CN')) expect(one['title']).not.toBe('Mail');
});
