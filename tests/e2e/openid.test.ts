import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { go, narrow, newPerson, type Person, wide } from '../support/browser.ts';
import { password, signUp } from '../support/http-user.ts';
import { button, field, list, logOut } from '../support/person.ts';
import { freePort } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

/** A third-party provider on this machine, with its usual forms. */
async function realProvider(
  redirect: () => string,
): Promise<{ readonly issuer: string; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: { provider: Provider | null } = { provider: null };
  server.on('request', (request, response) => {
    made.provider ??= providerAt(issuer, redirect());
    made.provider.callback()(request, response);
  });
  return {
    issuer,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Logs in any name as that user, with an address of that name. */
const providerAt = (issuer: string, redirect: string): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: 'parley',
        client_secret: 'a-secret-of-thirty-two-characters',
        redirect_uris: [redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${redirect}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { backchannelLogout: { enabled: true } },
    // It would ask no address of this machine otherwise, as providers should.
    fetch: (url: URL, options: object) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, name: `${id} Lake` }),
    }),
  });

const stage = setStage();

const dialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');
const inDialog = (person: Person, name: string) =>
  dialog(person).getByRole('button', { name, exact: true }).last();

/** A server, a provider next to it, and the administrator of the server. */
async function houses() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await realProvider(() => `${url}/openid/work`);
  const env = {
    PUBLIC_URL: url,
    OPENID: 'work',
    OPENID_WORK_NAME: 'Lake Works',
    OPENID_WORK_ISSUER: provider.issuer,
    OPENID_WORK_CLIENT: 'parley',
    OPENID_WORK_SECRET: 'a-secret-of-thirty-two-characters',
    OPENID_WORK_NEW: '1',
  };
  await stage.server({ port, env });
  await signUp(url, 'Root');
  return { url, provider };
}

/** Browsers are led there on purpose; whatever else went wrong stays. */
function forgive({ faults }: Person, issuer: string): void {
  const isThere = (fault: string) =>
    fault.startsWith(`request to ${issuer}`) || fault.startsWith('request to https://');
  faults.splice(0, faults.length, ...faults.filter((fault) => !isThere(fault)));
}

/** At the provider: a name, a password, and that this server may know who they are. */
async function agree({ page }: Person, name: string, enter: Locator): Promise<void> {
  // The provider's form requests a font from elsewhere. No request leaves this machine.
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await enter.click();
  await page.locator('[name=login]').fill(name);
  await page.locator('[name=password]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

it.each([
  ['zh-CN', 'narrow', narrow],
  ['en', 'wide', wide],
] as const)(
  'OIDC-2, OIDC-5, OIDC-6: an account by a login elsewhere, in again, and what is linked, %s, %s',
  async (language, _, size) => {
    const { url, provider } = await houses();
    try {
      const a = stage.watch(await newPerson(stage.browser, url, 'Anna Lake', { language, size }));
      await go(a, '/pages/login/index');
      const enter = button(a, a.t('openid.with', { name: 'Lake Works' }));
      await agree(a, 'anna', enter);
      await field(a, a.t('openid.name')).waitFor();
      expect(a.page.url()).not.toContain('code');
      await field(a, a.t('openid.name')).fill('Anna Lake');
      await inDialog(a, a.t('openid.create')).click();
      await list(a).waitFor();

      await logOut(a);
      // The provider still knows them.
      await enter.click();
      await list(a).waitFor();

      await go(a, '/pages/mine/secure?view=openids');
      await a.page.getByText(/^anna@example\.org · /).waitFor();
      await button(a, a.t('openid.unlinkOf', { name: 'Lake Works' })).click();
      await field(a, a.t('openid.yourPassword')).fill('not-the-one');
      await inDialog(a, a.t('openid.unlink')).click();
      await dialog(a).getByRole('alert').waitFor();
      forgive(a, provider.issuer);
    } finally {
      await provider.close();
    }
  },
);

it('OIDC-4: the account with that address is linked with its password', async () => {
  const { url, provider } = await houses();
  try {
    await fetch(`${url}/common/pub/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'bela@example.org', realname: 'Bela', password }),
    });
    const b = stage.watch(await newPerson(stage.browser, url, 'Bela', { language: 'en', size: wide }));
    await go(b, '/pages/login/index');
    await agree(b, 'bela', button(b, b.t('openid.with', { name: 'Lake Works' })));
    await dialog(b)
      .getByLabel(b.t('openid.password', { account: 'bela@example.org' }))
      .fill(password);
    await inDialog(b, b.t('openid.enter')).click();
    await list(b).waitFor();
    forgive(b, provider.issuer);
  } finally {
    await provider.close();
  }
});

it('OIDC-9: a user who logs out at the provider sees the login page here, without a reload', async () => {
  const { url, provider } = await houses();
  try {
    const c = stage.watch(await newPerson(stage.browser, url, 'Cleo Lake', { language: 'en', size: wide }));
    await go(c, '/pages/login/index');
    const enter = button(c, c.t('openid.with', { name: 'Lake Works' }));
    await agree(c, 'cleo', enter);
    await field(c, c.t('openid.name')).fill('Cleo Lake');
    await inDialog(c, c.t('openid.create')).click();
    await list(c).waitFor();

    const there = await c.page.context().newPage();
    await there.route(/^https:/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await there.goto(`${provider.issuer}/session/end`);
    await there.getByRole('button', { name: 'Yes, sign me out' }).click();
    await enter.waitFor();
    await there.close();
    forgive(c, provider.issuer);
  } finally {
    await provider.close();
  }
});
