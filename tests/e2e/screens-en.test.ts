import { expect, it } from 'vitest';
import { placeOfPath } from '../../src/app/layout/routes.tsx';
import { layers } from '../support/layers.ts';
import { ROUTES } from '../support/proof/page.ts';
import { proveScreens } from '../support/proof/passes.ts';
import { noFacts, openScreens, screens } from '../support/screens.ts';
import { go, type Person } from '../support/browser.ts';
import { password } from '../support/http-user.ts';
import { bubble, button, composer, field, messages, row } from '../support/person.ts';
import { tabTo } from '../support/proof/keys.ts';

/** Login, a message, its menu, the quick switcher, and the way out: with keys alone. */
async function withoutMouse(person: Person, chat: string, words: string): Promise<void> {
  const { page, t } = person;
  await go(person, '/pages/login/index');
  await field(person, t('login.account')).waitFor();
  await tabTo(page, field(person, t('login.account')));
  await page.keyboard.type(person.account);
  await tabTo(page, field(person, t('login.password')));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  await row(person, chat).waitFor();
  await tabTo(page, row(person, chat));
  await page.keyboard.press('Enter');
  await composer(person, chat).waitFor();
  await tabTo(page, composer(person, chat));
  // Replaces drafts that the user's other windows left there.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await bubble(person, chat, words).getByText(t('chat.delivered'), { exact: true }).waitFor();

  // Back to the newest message; Enter opens its menu, which quotes it.
  await tabTo(page, messages(person, chat).getByRole('article').last(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const quote = page.getByRole('menuitem', { name: t('menu.quote'), exact: true });
  await quote.waitFor();
  await tabTo(page, quote, 'ArrowDown');
  await page.keyboard.press('Enter');
  await button(person, t('chat.cancelQuote')).waitFor();
  await tabTo(page, composer(person, chat));
  await page.keyboard.type(`${words} 2`);
  await page.keyboard.press('Enter');
  await bubble(person, chat, `${words} 2`).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('switcher.hint') }).waitFor();
  await page.keyboard.type(chat.slice(0, 4));
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const me = page
    .getByRole('navigation', { name: t('a11y.mainNav') })
    .getByRole('button')
    .first();
  await tabTo(page, me, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const out = page.getByRole('dialog').getByRole('button', { name: t('logout.action'), exact: true });
  await out.waitFor();
  await tabTo(page, out);
  await page.keyboard.press('Enter');
  const sure = page
    .locator('[role=dialog],[role=alertdialog]')
    .filter({ hasText: t('logout.confirm') })
    .getByRole('button', { name: t('logout.action'), exact: true });
  await sure.waitFor();
  await tabTo(page, sure);
  await page.keyboard.press('Enter');
  await button(person, t('login.submit')).waitFor();
}

const proof = proveScreens('en');

it('SCREEN-2: a user logs in, writes, quotes and logs out without a mouse', async () => {
  const person = await proof().newWindow('wide');
  await withoutMouse(person, proof().facts.groupName, 'by keys alone');
  expect(person.faults).toEqual([]);
  await person.context.close();
});

it('SCREEN-1: the proof visits every route and every layer', () => {
  const visited = new Set([...screens, ...openScreens].map(({ route }) => route(noFacts).split('?')[0]));
  expect(ROUTES.filter((path) => placeOfPath(path).kind !== 'unknown' && !visited.has(path))).toEqual([]);
  expect(layers.filter(({ over }) => !screens.some(({ name }) => name === over))).toEqual([]);
});
