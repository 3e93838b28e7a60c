import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { go, newPerson, type Person } from '../../support/browser.ts';
import { password } from '../../support/http-user.ts';
import { arrive, button, field, learnsItsEnd, list, login } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

const dialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');
const inDialog = (person: Person, name: string) =>
  dialog(person).getByRole('button', { name, exact: true }).last();
/** Opens another device of the same user. */
const again = async ({ name, account, language }: Person, url: string, clock = false): Promise<Person> =>
  stage.watch({ ...(await newPerson(stage.browser, url, name, { language, clock })), account });
const fill = async (person: Person, label: string, words: string) => field(person, label).fill(words);

it('LOGINS-2, LOGINS-4: a device logs another one out, which asks for a login at once', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const other = await again(a, url, true);
  await go(other, '/pages/login/index');
  await login(other);
  await go(a, '/pages/mine/secure?view=logins');
  const end = a.page.getByRole('button', { name: a.t('logins.endOf', { device: 'Chrome · Linux' }) });
  await end.click();
  await inDialog(a, a.t('logins.end')).click();
  await a.page.getByText(a.t('logins.ended', { device: 'Chrome · Linux' })).waitFor();
  await expect.poll(() => end.count()).toBe(0);
  await learnsItsEnd(other);
  await go(a, '/');
  await list(a).waitFor();
});

it('SECOND-1, SECOND-2, SECOND-4: set up, asked for at the next login, and a recovery code', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'zh-CN' }));
  await go(a, '/pages/mine/secure?view=second');
  await button(a, a.t('second.turnOn')).click();
  await fill(a, a.t('second.password'), password);
  await inDialog(a, a.t('second.next')).click();
  await dialog(a)
    .getByRole('img', { name: a.t('second.picture') })
    .waitFor();
  const key = (await dialog(a).locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await fill(a, a.t('second.otp'), app.generate());
  await inDialog(a, a.t('second.next')).click();
  await dialog(a).getByText(a.t('second.recovery')).waitFor();
  const codes = await dialog(a).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await inDialog(a, a.t('second.saved')).click();
  await a.page.getByText(a.t('second.left', { count: 10 })).waitFor();

  const other = await again(a, url);
  await go(other, '/pages/login/index');
  await fill(other, other.t('login.account'), a.account);
  await fill(other, other.t('login.password'), password);
  await button(other, other.t('login.submit')).click();
  await fill(other, other.t('second.otpOr'), '000000');
  await inDialog(other, other.t('second.login')).click();
  await dialog(other).getByRole('alert').waitFor();
  await fill(other, other.t('second.otpOr'), codes[0] ?? '');
  await inDialog(other, other.t('second.login')).click();
  await list(other).waitFor();
});
