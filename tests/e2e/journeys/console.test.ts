import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { TextKey } from '../../../src/console/view/context.ts';
import { SECTIONS } from '../../../src/console/view/sections.ts';
import { partTexts } from '../../../src/tools/locales.mjs';
import { SETTING_GROUPS } from '../../../src/server/admin/settings/declaration.ts';
import { go, narrow, newPerson, noteRequests, wide } from '../../support/browser.ts';
import type { Look, Person } from '../../support/browser.ts';
import { befriend, keptLogin, newGroup, ok, password, post, signUp } from '../../support/http-user.ts';
import type { HttpUser } from '../../support/http-user.ts';
import { violations } from '../../support/proof/axe.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();
/** Saves pictures: `CONSOLE_PICTURES=/tmp/console npx vitest run tests/e2e/journeys/console`. */
const pictures = process.env['CONSOLE_PICTURES'];

async function open(url: string, who: HttpUser | null, look: Look): Promise<Person> {
  const storage = who === null ? new Map<string, string>() : await keptLogin(url, who.account);
  const person = stage.watch(await newPerson(stage.browser, url, 'Console', { ...look, kept: storage }));
  await person.page.goto(`${url}/admin`);
  return person;
}

interface Site {
  readonly url: string;
  readonly boss: HttpUser;
  readonly anna: HttpUser;
}

/** One for all tests. */
let made: Promise<Site> | null = null;
const site = (): Promise<Site> => (made ??= newSite());

/** An administrator, two friends with a group, an invitation, an announcement, a report. */
async function newSite(): Promise<Site> {
  const { url } = await stage.fileServer();
  const boss = await signUp(url, 'Boss');
  const [anna, bela] = [await signUp(url, 'Anna Lake'), await signUp(url, 'Bela Hill')];
  await befriend(anna, bela);
  await newGroup(anna, [bela], 'Rowing');
  await ok(
    bela.call('/enterprise/im/report', { kind: 'person', id: String(anna.id), reason: 'spam', words: 'hm' }),
  );
  const executeCommand = async (words: string, given: object) =>
    ok(post(url, '/admin/run', { words, given }, boss.token));
  await executeCommand('invite', { '--uses': '3', '--days': '7' });
  await executeCommand('notice publish', { title: 'Tonight', text: 'The server rests' });
  await executeCommand('discover add', { name: 'Manual', address: 'https://example.org/manual' });
  return { url, boss, anna };
}

async function settingGroups(page: Page, name: string): Promise<void> {
  for (const group of SETTING_GROUPS) {
    await page.evaluate((to) => void (window.location.hash = to), `settings/${group}`);
    await page.locator(`nav a[aria-current="page"][href="#settings/${group}"]`).waitFor();
    expect(await violations(page), `${name} ${group}`).toEqual([]);
    const wider = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wider, `${name} ${group} scrolls sideways`).toBeLessThanOrEqual(0);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-settings-${group}.png`) });
  }
}

async function sections(page: Page, name: string): Promise<void> {
  for (const { id } of SECTIONS) {
    await page.evaluate((to) => void (window.location.hash = to), id);
    await page.locator(`nav a[aria-current="page"][href="#${id}"]`).waitFor();
    await expect.poll(() => page.locator('main [role=status]').count()).toBe(0);
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    expect(await violations(page), `${name} ${id}`).toEqual([]);
    const wider = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wider, `${name} ${id} scrolls sideways`).toBeLessThanOrEqual(0);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${id}.png`) });
    if (id === 'settings') await settingGroups(page, name);
  }
}

it('CONSOLE-7: each section in both languages, themes and widths', async () => {
  const { url, boss } = await site();
  for (const [name, look] of [
    ['wide-en-light', { size: wide, language: 'en', theme: 'light' }],
    ['narrow-zh-dark', { size: narrow, language: 'zh-CN', theme: 'dark' }],
  ] as const) {
    const { page } = await open(url, boss, look);
    await sections(page, name);
  }
});

it('CONSOLE-7: by keys alone an administrator makes and disables a user, and the list shows it', async () => {
  const { url, boss } = await site();
  const { page } = await open(url, boss, { size: wide, language: 'en' });
  await page.getByRole('link', { name: 'Users', exact: true }).press('Enter');
  await page.getByRole('row', { name: /Anna Lake/ }).waitFor();
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').pressSequentially('cleo5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Cleo');
  await page.keyboard.press('Enter');
  const report = await dialog.getByText(/Link to set the password/).textContent();
  const inviteCode = /inviteCode=(\S+)/.exec(report ?? '')?.[1] ?? '';
  const secret = 'secret-9';
  await post(url, '/common/pub/register', { account: 'cleo5', password: secret, inviteCode });
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /cleo5/ });
  await row.waitFor();
  expect((await post(url, '/common/pub/login', { account: 'cleo5', password: secret })).code).toBe(0);
  await row.getByRole('button', { name: 'Actions for cleo5' }).press('Enter');
  if (pictures) await page.screenshot({ path: join(pictures, 'actions.png') });
  await dialog.getByRole('button', { name: /^Disable/ }).press('Enter');
  await dialog.getByRole('button', { name: 'Disable' }).press('Enter');
  await dialog.getByText('cleo5 is disabled and logged out on all devices').waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'done.png') });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await row.getByText('Disabled').waitFor();
  expect((await post(url, '/common/pub/login', { account: 'cleo5', password: secret })).code).not.toBe(0);
});

it('CONSOLE-7: a setting is changed, a report decided, the audit exported', async () => {
  const { url, boss, anna } = await site();
  const { page } = await open(url, boss, { size: wide, language: 'en' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  const form = page.getByRole('form', { name: 'Messages' });
  await form.getByLabel('Largest group').selectOption('Limited to');
  await form.getByRole('textbox', { name: 'Largest group' }).fill('many');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').filter({ hasText: 'Must be a whole number' }).waitFor();
  expect(await violations(page)).toEqual([]);
  if (pictures) await page.screenshot({ path: join(pictures, 'setting-fault.png') });
  await form.getByRole('textbox', { name: 'Largest group' }).fill('40');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  await expect
    .poll(async () => JSON.stringify(await post(url, '/common/pub/getSystemInfo', {}, anna.token)))
    .toContain('"groupUserMax":40');

  await page.getByRole('link', { name: 'Reports' }).getByRole('img', { name: '1 waiting' }).waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('heading', { name: 'Report 1' }).waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'report.png') });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Decide report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Decision').selectOption('dismiss');
  await dialog.getByRole('button', { name: 'Decide report' }).click();
  await dialog.getByText('Done', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText(/Decision: dismissed/).waitFor();
  await expect.poll(() => page.locator('nav [role=img]').count()).toBe(0);

  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByText(/^Boss \(boss\w+\) changed "Largest group" from "No limit" to "40"$/).waitFor();
  await page.getByRole('button', { name: 'Export entries' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export entries' }).click();
  expect((await download).suggestedFilename()).toBe('audit-export.jsonl');
});

it('CONSOLE-7: other users read that it is not for them, and the app has nothing of it', async () => {
  const { url, boss, anna } = await site();
  const stranger = await open(url, null, { size: wide, language: 'en' });
  await stranger.page.getByRole('link', { name: 'To the login page' }).waitFor();
  const member = await open(url, anna, { size: wide, language: 'en' });
  await member.page.getByRole('alert').filter({ hasText: "You don't have permission to do this" }).waitFor();

  const storage = await keptLogin(url, boss.account);
  const app = stage.watch(await newPerson(stage.browser, url, 'Boss', { language: 'en', kept: storage }));
  const requests = noteRequests(app);
  await go(app, '/');
  await app.page.getByText('Tonight').first().waitFor();
  expect(requests.filter((path) => /admin/.test(path))).toEqual([]);
  expect((await post(url, '/common/pub/login', { account: boss.account, password })).code).toBe(0);
});

it('CONSOLE-9: a change without a fresh proof asks for one, and runs with what was typed', async () => {
  const { url, boss } = await site();
  for (const [name, look] of [
    ['wide', { size: wide, language: 'en', theme: 'light' }],
    ['narrow', { size: narrow, language: 'zh-CN', theme: 'dark' }],
  ] as const) {
    const { page } = await open(url, boss, look);
    const texts = partTexts(look.language ?? 'zh-CN', 'console') as Readonly<Record<TextKey, string>>;
    await page.goto(`${url}/admin#people`);
    await page.getByRole('row', { name: /Anna Lake/ }).waitFor();
    // As if ten minutes had passed, once.
    const ways = { passkey: true, secondStep: false };
    const body = JSON.stringify({ code: 414, msg: 'confirm', data: ways });
    await page.route('**/admin/run', (route) => route.fulfill({ body, contentType: 'application/json' }), {
      times: 1,
    });
    await page.locator('main button').first().click();
    const form = page.getByRole('dialog').first();
    await form.locator('input').nth(0).fill(`cleo-${name}`);
    await form.locator('input').nth(1).fill('Cleo');
    await form.locator('button[type=submit]').click();
    const proof = page.getByRole('dialog', { name: texts.proof });
    await proof.waitFor();
    await proof.getByLabel(texts.password).pressSequentially('wrong-one');
    await page.keyboard.press('Enter');
    await proof.locator('[aria-invalid=true]').waitFor();
    expect(await violations(page), name).toEqual([]);
    if (pictures) await page.screenshot({ path: join(pictures, `proof-${name}.png`) });
    await proof.getByLabel(texts.password).fill(password);
    await page.keyboard.press('Enter');
    await form.getByText(/inviteCode=password-/).waitFor();
    expect(await proof.count()).toBe(0);
  }
});
