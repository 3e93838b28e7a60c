import { expect, it } from 'vitest';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { entry, meetHikers } from '../support/hikers.ts';
import { bubble, login, messages, openChat, say, sees, sent } from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import { png } from '../support/uploads.ts';
import { openWeb } from '../support/web-pages.ts';

const stage = setStage();

const title = '香山秋色：登山路线与天气';
const text = 'Two hours from the north gate. It is windy at the top: bring a jacket and enough water.';
const site = '出行指南';
const slip = 'no link any more';

const textOf = (name: string, words: string) => `<meta property="og:${name}" content="${words}">`;
const card = (person: Person, group: string, title: string) =>
  messages(person, group).getByRole('link', { name: title });

/** Switches previews of own links in the settings. */
const cards = (person: Person) =>
  person.page.getByRole('switch', { name: person.t('setting.previews'), exact: true });

it('PREVIEW-7, PREVIEW-8, PREVIEW-10, PREVIEW-12: a link has a card for three, and loses it', async () => {
  const web = await openWeb();
  const cover = await png(1_200, 630);
  web.on('/cover.png', (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(cover.bytes));
  const meta = textOf('description', text) + textOf('site_name', site);
  for (const [path, more] of [
    ['/hills', textOf('image', '/cover.png')],
    ['/bare', ''],
  ] as const)
    web.on(path, (answer) =>
      answer
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<title>${title}</title>${meta}${more}`),
    );
  const page = `http://127.0.0.1:${web.port}/hills`;
  const { url, a, b, c, group } = await meetHikers(stage, {}, { env: { PREVIEW_PRIVATE: '1' } });
  for (const person of [a, b, c]) await openChat(person, group);

  // It comes after the message, with its picture, and leads there without telling where it was pressed.
  await say(a, group, `${page} 1`);
  await sent(a, group, `${page} 1`);
  for (const person of [a, b, c]) {
    const visibleRow = card(person, group, title);
    await visibleRow.waitFor();
    await visibleRow.getByText(site).waitFor();
    await visibleRow.getByText(text).waitFor();
    await expect
      .poll(() => visibleRow.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(640);
    expect(
      await visibleRow.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel]),
    ).toEqual([page, '_blank', 'noopener noreferrer nofollow']);
    // The page is not wider than the window.
    expect(await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }

  // The author removes it by keys alone from the menu. Other members have no such entry.
  await bubble(c, group, `${page} 1`).click({ button: 'right', position: { x: 8, y: 8 } });
  await entry(c, 'menu.copy').waitFor();
  expect(await entry(c, 'menu.removePreview').count()).toBe(0);
  await c.page.keyboard.press('Escape');
  await bubble(a, group, `${page} 1`).focus();
  await a.page.keyboard.press('Enter');
  await entry(a, 'menu.removePreview').waitFor();
  await entry(a, 'menu.removePreview').focus();
  await a.page.keyboard.press('Enter');
  for (const person of [a, b, c]) await card(person, group, title).waitFor({ state: 'detached' });

  // The user with the phone edits the message. Without the address the preview disappears.
  const bare = `http://127.0.0.1:${web.port}/bare`;
  await say(b, group, bare);
  for (const person of [a, b, c]) await card(person, group, title).waitFor();
  await bubble(b, group, bare).click({ button: 'right', position: { x: 8, y: 8 } });
  await entry(b, 'menu.edit').click();
  await b.page.getByRole('textbox').last().fill(slip);
  await b.page.keyboard.press('Enter');
  for (const person of [a, b, c]) await card(person, group, title).waitFor({ state: 'detached' });

  // Switched off on one device, it is off on the others, and a link stays bare.
  const isOn = (person: Person) => cards(person).isChecked();
  const second = stage.watch({
    ...(await newPerson(stage.browser, url, c.name, { language: 'zh-CN', size: narrow })),
    account: c.account,
  });
  await go(second, '/');
  await login(second);
  for (const device of [second, c]) {
    await go(device, '/pages/mine/setting');
    expect(await isOn(device)).toBe(true);
  }
  await cards(second).click();
  await expect.poll(() => isOn(c)).toBe(false);
  await second.context.close();
  await openChat(c, group);
  await say(c, group, `${page} 3`);
  await sees(b, group, `${page} 3`);
  await say(a, group, `${page} 4`);
  for (const person of [a, b, c]) await card(person, group, title).waitFor();
  expect(await card(b, group, title).count()).toBe(1);
  await web.close();
});
