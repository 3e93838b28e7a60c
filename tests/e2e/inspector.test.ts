import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, wide, type Person, narrow } from '../support/browser.ts';
import { arriveAsFriends, bubble, openChat, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** The inspector that a recorded tab opens. */
async function record(person: Person): Promise<Page> {
  const opened = person.context.waitForEvent('page');
  await go(person, '/?record=1');
  const page = await opened;
  await page.setViewportSize(wide);
  await page
    .getByRole('navigation', { name: 'Machines' })
    .getByRole('button', { name: /^socket/ })
    .waitFor();
  return page;
}

const event = (page: Page, words: RegExp) =>
  page.getByRole('region', { name: 'Events' }).getByRole('button', { name: words });

it('INSP-8: a tab that records shows its machines and every event live in the inspector, and time goes back there', async () => {
  const { url } = await stage.server();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en' }],
    ['Bela Hill', { language: 'en' }],
  );
  const inspector = await record(a);
  const faults: string[] = [];
  inspector.on('pageerror', (error) => faults.push(error.message));
  await inspector
    .getByRole('navigation', { name: 'Machines' })
    .getByRole('button', { name: /^socket/ })
    .click();
  await inspector.locator('[data-state="socket.open.link.bound"][data-lit]').waitFor();

  await openChat(a, b.name);
  await openChat(b, a.name);
  await say(a, b.name, 'over there');
  await sees(b, a.name, 'over there');
  await say(b, a.name, 'and back');
  await bubble(a, b.name, 'and back').waitFor();

  // Shows the event, its changes, and the outbox that sent it.
  await inspector.getByRole('searchbox', { name: 'Search events' }).fill('and back');
  await event(inspector, /messagePosted/)
    .first()
    .click();
  await inspector.getByRole('tab', { name: 'Change' }).click();
  await inspector
    .getByRole('list', { name: 'Changes' })
    .getByText(/“and back”|and back/)
    .first()
    .waitFor();
  await inspector.getByRole('searchbox', { name: 'Search events' }).fill('');
  await inspector
    .getByRole('navigation', { name: 'Machines' })
    .getByRole('button', { name: /^outbox/ })
    .click();
  await inspector.locator('[data-state="outbox.resting"][data-lit]').waitFor();

  // Back in time the words are not there yet; forward again they are.
  await inspector.getByRole('tab', { name: 'Contacts' }).click();
  const list = inspector.getByRole('list', { name: 'Chat list' });
  await list.getByText('and back').waitFor();
  await inspector.getByRole('button', { name: 'To the beginning' }).click();
  await list.getByText('and back').waitFor({ state: 'detached' });
  await inspector.keyboard.press('End');
  await list.getByText('and back').waitFor();

  // A manual step moves a copy, and the app stays as it is.
  await inspector.getByRole('tab', { name: 'Send' }).click();
  await inspector
    .getByRole('button', { name: /^item.queued/ })
    .first()
    .click();
  await inspector.getByText('A copy, moved by hand').waitFor();
  await say(b, a.name, 'and more');
  await inspector.getByRole('searchbox', { name: 'Search events' }).fill('and more');
  await event(inspector, /messagePosted/)
    .first()
    .waitFor();
  expect(await inspector.getByText('A copy, moved by hand').isVisible()).toBe(true);
  await inspector.getByRole('searchbox', { name: 'Search events' }).fill('');

  // The exported script contains no text of users, and loads again.
  const download = inspector.waitForEvent('download');
  await inspector.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const script = readFileSync(file, 'utf8');
  expect(script).not.toMatch(/over there|and back|and more|Anna|Bela/);
  const broken = `${script.trimEnd()}\n{"atMs": 1\n`;
  await inspector
    .getByLabel('Script file')
    .setInputFiles({ name: 'recorded.jsonl', mimeType: 'text/plain', buffer: Buffer.from(broken) });
  await inspector
    .getByRole('alert')
    .getByText(`Line ${script.split('\n').length} is no JSON.`)
    .waitFor();
  await inspector.getByRole('button', { name: 'Play' }).waitFor();
  await inspector.keyboard.press('End');
  await inspector
    .getByRole('navigation', { name: 'Machines' })
    .getByRole('button', { name: /^socket/ })
    .click();
  await inspector.locator('[data-state="socket.open.link.bound"][data-lit]').waitFor();
  expect(faults).toEqual([]);
});

it('INSP-9: npm run inspect prints the address of the inspector on a script, and a whole call can be followed there', async () => {
  const tool = await stage.server({
    script: 'src/tools/inspect.mjs',
    args: ['simulator/scripts/call.jsonl'],
  });
  const [address] = /http:\S+/.exec(tool.output()) ?? [''];
  const context = await stage.browser.newContext({ viewport: wide });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(tool.url) && /^https?:/.test(request.url()))
      faults.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  const machines = page.getByRole('navigation', { name: 'Machines' });
  await page.getByRole('searchbox', { name: 'Search events' }).fill('call →');
  await machines.getByRole('button', { name: 'call', exact: true }).click();
  for (const [words, state] of [
    ['user.answered', 'preparing'],
    ['media.interrupted', 'talking.reconnecting'],
    ['peer.hungUp', 'ended'],
  ] as const) {
    await event(page, new RegExp(words)).first().click();
    await page.locator(`[data-state="call.${state}"][data-lit]`).waitFor();
    await page.locator('[data-edge][data-taken]').first().waitFor();
  }
  await page.keyboard.press('Home');
  await page.getByLabel('Speed').selectOption('100');
  await page.keyboard.press('Escape');
  await page.keyboard.press(' ');
  await page.locator('[data-state="call.ended"][data-lit]').waitFor();
  // A narrow window goes on to the chart of the chosen machine.
  await page.setViewportSize(narrow);
  await page
    .getByRole('navigation', { name: 'Panes' })
    .getByRole('button', { name: 'Machines', exact: true })
    .click();
  await machines.getByRole('button', { name: 'update', exact: true }).click();
  await page.getByRole('main', { name: 'Chart of update' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
