import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { go, launchBrowser, wide } from './browser.ts';
import { arrive, befriended, openChat, say, sees } from './person.ts';
import { startServer, temporaryFolder } from './server.ts';

const folder = 'docs/pictures';
const picture = (page: Page, name: string) => page.screenshot({ path: `${folder}/inspector-${name}.png` });
const machine = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Machines' }).getByRole('button', { name }).click();

/** The pictures of docs/inspector.md: a running app, a whole call, a script that was recorded. */
export async function takeInspectorPictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const tool = await startServer({ script: 'src/tools/inspect.mjs', args: ['simulator/scripts/call.jsonl'] });
  const browser = await launchBrowser();
  try {
    await takeStoryPictures(browser);
    const a = await arrive(browser, server.url, 'Anna Lake', { language: 'en' });
    const b = await arrive(browser, server.url, 'Bela Hill', { language: 'en' });
    await befriended(a, b);
    const opened = a.context.waitForEvent('page');
    await go(a, '/?record=1');
    const live = await opened;
    await live.setViewportSize(wide);
    await machine(live, /^socket/);
    await live.locator('[data-state="socket.open.link.bound"][data-lit]').waitFor();
    await openChat(a, b.name);
    await openChat(b, a.name);
    await say(a, b.name, 'Shall we walk up the hill?');
    await sees(b, a.name, 'Shall we walk up the hill?');
    await say(b, a.name, 'Yes, at eight');
    await sees(a, b.name, 'Yes, at eight');
    await live.waitForTimeout(500);
    await picture(live, 'live');
    await machine(live, /^outbox/);
    await live.getByRole('searchbox', { name: 'Search events' }).fill('outbox');
    await live
      .getByRole('region', { name: 'Events' })
      .getByRole('button', { name: /sending$/ })
      .first()
      .click();
    await live.getByRole('tab', { name: 'Send' }).click();
    await live.waitForTimeout(600);
    await picture(live, 'send');
    const download = live.waitForEvent('download');
    await live.getByRole('button', { name: 'Export' }).click();
    const file = await (await download).path();
    await live.getByLabel('Script file').setInputFiles({
      name: 'recorded.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from(await (await import('node:fs/promises')).readFile(file)),
    });
    await live.getByRole('searchbox', { name: 'Search events' }).fill('');
    await live.keyboard.press('Escape');
    await live.keyboard.press('End');
    await live.getByRole('tab', { name: 'Contacts' }).click();
    await machine(live, /^socket/);
    await live.waitForTimeout(500);
    await picture(live, 'recorded');
    const call = await (await browser.newContext({ viewport: wide })).newPage();
    await call.goto(/http:\S+/.exec(tool.output())?.[0] ?? tool.url);
    await machine(call, /^call$/);
    await call.getByRole('searchbox', { name: 'Search events' }).fill('call →');
    for (const [words, name] of [
      ['user.answered', 'call-answered'],
      ['media.interrupted', 'call-interrupted'],
      ['peer.hungUp', 'call-ended'],
    ] as const) {
      await call
        .getByRole('region', { name: 'Events' })
        .getByRole('button', { name: new RegExp(words) })
        .first()
        .click();
      await call.waitForTimeout(700);
      await picture(call, name);
    }
  } finally {
    await browser.close();
    await server.kill();
    await tool.kill();
  }
}

const STORY = 'simulator/scripts/story.jsonl';

/** The story of the demo: the screen beside its machine, all machines, and the story without a read mark. */
async function takeStoryPictures(browser: Browser): Promise<void> {
  const lines = readFileSync(STORY, 'utf8').trim().split('\n');
  const before = join(temporaryFolder(), 'before.jsonl');
  writeFileSync(before, `${lines.filter((line) => !line.includes('"readMarkSet"')).join('\n')}\n`);
  const interrupted = lines.findIndex((line) => line.includes('media.interrupted'));
  const page = await (await browser.newContext({ viewport: wide })).newPage();
  const expectVisible = async (name: string, args: readonly string[], place = ''): Promise<void> => {
    const tool = await startServer({ script: 'src/tools/inspect.mjs', args });
    await page.goto(`${/http:\S+/.exec(tool.output())?.[0] ?? tool.url}${place}`);
    for (const frame of await page.locator('iframe').all())
      await frame.contentFrame().locator('#root > *').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(2_500);
    await picture(page, name);
    await tool.kill();
  };
  await expectVisible('screen', [STORY], `#event=${interrupted}&machine=call`);
  await expectVisible('glance', [STORY], `#event=${interrupted}&machine=all`);
  await expectVisible('compared', [before, STORY]);
}
