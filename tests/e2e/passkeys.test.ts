import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { go, narrow, type Person, wide } from '../support/browser.ts';
import { password } from '../support/http-user.ts';
import { arrive, button, field, list, logOut } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const dialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');
const inDialog = (person: Person, name: string) =>
  dialog(person).getByRole('button', { name, exact: true }).last();

/** A device that asks for a finger, in the browser’s own make. */
async function withFinger(person: Person) {
  const wire = await person.context.newCDPSession(person.page);
  await wire.send('WebAuthn.enable');
  const { authenticatorId } = await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuses: (isUserVerified: boolean) =>
      wire.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isUserVerified }),
    count: async () => {
      const { credentials } = await wire.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ signCount }) => signCount);
    },
  };
}

/** Browsers make passkeys for names alone, and `localhost` is one. */
const nameOf = (url: string): string => url.replace('127.0.0.1', 'localhost');

async function add(person: Person): Promise<void> {
  await go(person, '/pages/mine/secure?view=passkeys');
  await button(person, person.t('passkey.add')).click();
  await field(person, person.t('passkey.password')).fill(password);
  await inDialog(person, person.t('passkey.next')).click();
}

it.each([
  ['zh-CN', 'narrow', narrow],
  ['en', 'wide', wide],
] as const)(
  'PASSKEY-1, PASSKEY-2: added, logged in by it without a name, renamed, removed, %s, %s',
  async (language, _, size) => {
    const { url } = await stage.commonServer();
    const a = stage.watch(await arrive(stage.browser, nameOf(url), 'Anna Lake', { language, size }));
    const device = await withFinger(a);
    await add(a);
    const row = a.page.getByRole('button', { name: /Chrome · Linux/ });
    await row.waitFor();
    // The device already has one for this user.
    await add(a);
    await dialog(a).getByText(a.t('passkey.why.known')).waitFor();
    await inDialog(a, a.t('common.cancel')).click();

    await logOut(a);
    await button(a, a.t('login.passkey')).click();
    await list(a).waitFor();
    expect((await device.count())[0]).toBeGreaterThan(1);

    await go(a, '/pages/mine/secure?view=passkeys');
    await row.click();
    await field(a, a.t('passkey.name')).fill('Laptop');
    await inDialog(a, a.t('passkey.save')).click();
    await a.page.getByRole('button', { name: /^Laptop/ }).click();
    await inDialog(a, a.t('passkey.removeOf', { name: 'Laptop' })).click();
    await inDialog(a, a.t('passkey.remove')).click();
    await a.page.getByText(a.t('passkey.none')).waitFor();

    await logOut(a);
    await button(a, a.t('login.passkey')).click();
    await a.page
      .getByText(language === 'en' ? /This passkey is invalid/ : /通行密钥无效/)
      .first()
      .waitFor();
    await button(a, a.t('login.submit')).waitFor();
  },
);

it.each(['zh-CN', 'en'] as const)(
  'PASSKEY-2: takes the place of the code of the second step; a finger that is refused says so, %s',
  async (language) => {
    const { url } = await stage.commonServer();
    const a = stage.watch(await arrive(stage.browser, nameOf(url), 'Bela Hill', { language }));
    const device = await withFinger(a);
    await add(a);
    await a.page.getByRole('button', { name: /Chrome · Linux/ }).waitFor();
    await go(a, '/pages/mine/secure?view=second');
    await button(a, a.t('second.turnOn')).click();
    await field(a, a.t('second.password')).fill(password);
    await inDialog(a, a.t('second.next')).click();
    const key = (await dialog(a).locator('code').textContent()) ?? '';
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await field(a, a.t('second.otp')).fill(app.generate());
    await inDialog(a, a.t('second.next')).click();
    await inDialog(a, a.t('second.saved')).click();

    await logOut(a);
    await field(a, a.t('login.account')).fill(a.account);
    await field(a, a.t('login.password')).fill(password);
    await button(a, a.t('login.submit')).click();
    await device.refuses(true);
    await inDialog(a, a.t('passkey.use')).click();
    await a.page.getByText(a.t('passkey.why.stopped')).first().waitFor();
    await device.refuses(false);
    await inDialog(a, a.t('passkey.use')).click();
    await list(a).waitFor();
  },
);

it('PASSKEY-5: at an address without a domain, the page explains why passkeys do not work, and login offers none', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Cleo Moor', { language: 'en' }));
  await go(a, '/pages/mine/secure?view=passkeys');
  await a.page.getByText(a.t('passkey.off')).waitFor();
  expect(await button(a, a.t('passkey.add')).count()).toBe(0);
  await logOut(a);
  expect(await button(a, a.t('login.passkey')).count()).toBe(0);
});
