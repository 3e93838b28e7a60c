import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { openIdSettings } from '../../src/server/kernel/openid-settings.ts';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import { OpenIdHouse } from '../support/openid-house.ts';
import { root } from '../support/house/repository.ts';

interface Kind {
  readonly path: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const trip = (provider: string) => ({
  provider,
  redirect: `https://chat.example.org/openid/${provider}`,
  state: 'a-state',
  nonce: 'a-nonce',
  verifier: 'v'.repeat(64),
});

it.each([
  ['mail-service', false, null],
  ['office-tenant', true, 'client_secret='],
  ['own-house', false, null],
])('OIDC-3: a provider configured like %s signs users in', async (name, isTrusted, inBody) => {
  const text = readFileSync(join(root, `tests/support/discovery/${name}.json`), 'utf8');
  const { path, facts } = JSON.parse(text) as Kind;
  const house = await new OpenIdHouse().open();
  try {
    house.issuer += path;
    house.facts = facts;
    const { email_verified: _, ...silent } = house.person;
    if (isTrusted) house.person = silent;
    const logins = providersAt(openIdSetting('work', house.issuer, { isTrusted }))(silentLog);
    const url = await logins.begin(trip('work'));
    const answer = house.visit(url ?? '');
    if (facts['authorization_response_iss_parameter_supported'] !== true) answer.delete('iss');
    expect(await logins.finish(trip('work'), answer.toString())).toEqual({
      issuer: house.issuer,
      subject: 'anna-1',
      email: 'anna@example.org',
      name: 'Anna Lake',
      session: '',
    });
    // How this server proves itself there: in the way that the provider names.
    const request = house.asked.find((one) => one.path.endsWith('/token'));
    if (inBody === null) expect(request?.authorization).toMatch(/^Basic /);
    else expect(request?.body).toContain(inBody);
  } finally {
    await house.close();
  }
});

const GOOD = { OPENID: 'work', OPENID_WORK_ISSUER: 'https://id.example.org', OPENID_WORK_CLIENT: 'parley' };
const HOME = 'https://chat.example.org';

it('OIDC-2: providers come from the settings, each with its own', () => {
  expect(openIdSettings({}, null)).toEqual([]);
  const env = { ...GOOD, OPENID_WORK_SECRET: 's', OPENID_WORK_NEW: '1' };
  expect(openIdSettings(env, HOME)).toEqual([
    {
      id: 'work',
      name: 'work',
      issuer: 'https://id.example.org',
      client: 'parley',
      secret: 's',
      isOpen: true,
      isTrusted: false,
    },
  ]);
});

it.each<readonly [what: string, env: Readonly<Record<string, string>>, home: string | null]>([
  ['PUBLIC_URL', GOOD, null],
  ['OPENID must', { ...GOOD, OPENID: 'Work' }, HOME],
  ['OPENID must', { ...GOOD, OPENID: 'work,work' }, HOME],
  ['at most 8', { OPENID: 'a,b,c,d,e,f,g,h,i' }, HOME],
  ['OPENID_WORK_ISSUER', { ...GOOD, OPENID_WORK_ISSUER: 'http://id.example.org' }, HOME],
  ['OPENID_WORK_ISSUER', { ...GOOD, OPENID_WORK_ISSUER: 'http://localhost.example.org' }, HOME],
  ['OPENID_WORK_CLIENT', { ...GOOD, OPENID_WORK_CLIENT: '' }, HOME],
  ['OPENID_WORK_NEW', { ...GOOD, OPENID_WORK_NEW: 'yes' }, HOME],
])('OIDC-2: a wrong setting is named: %s', (what, env, home) => {
  expect(() => openIdSettings(env, home)).toThrow(what);
});
