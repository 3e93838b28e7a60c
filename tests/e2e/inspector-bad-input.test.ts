import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { exportScript } from '../../src/client/report/mask.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { contactId } from '../../src/domain/ids.ts';
import { buildWhenStale } from '../../src/tools/build.mjs';
import { wide } from '../support/browser.ts';
import { aLast, aMessage, aPosition, facts, place, postedEvent, self } from '../support/contacts.ts';
import { liveLine, localLine, OPENING, posted } from '../support/script-lines.ts';
import { temporaryFolder } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
beforeAll(() => buildWhenStale(['client']), 120_000);

interface Opened {
  readonly page: Page;
  /** Errors, dialogs, and requests beyond the pages themselves. */
  readonly faults: string[];
}

/** `bypassCSP`: without the policy of the page, which would hide that something ran. */
async function inspector(bypassCSP = false): Promise<Opened> {
  const tool = await stage.server({
    script: 'src/tools/inspect.mjs',
    args: ['simulator/scripts/call.jsonl'],
  });
  const context = await stage.browser.newContext({ viewport: wide, bypassCSP });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { pathname, origin, protocol } = new URL(request.url());
    const isOwn = origin === new URL(tool.url).origin;
    const isCode = /^\/assets\/|^\/(?:inspect|replay)\.html$|\.svg$|^\/script\//.test(pathname);
    if (protocol.startsWith('http') && !(isOwn && isCode)) faults.push(`request to ${request.url()}`);
  });
  const [address = ''] = /http:\S+/.exec(tool.output()) ?? [];
  await page.goto(address);
  await page.getByText('Place').or(page.getByLabel('Place')).first().waitFor();
  return { page, faults };
}

const open = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel('Script file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const script = (lines: readonly ScriptEventLine[]): string => exportScript(lines, { masked: false });
const screen = (page: Page) => page.frameLocator('iframe').locator('#root');
const problem = (page: Page, text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor();
const opening = (more: Partial<ReturnType<typeof facts>> = {}): readonly ScriptEventLine[] => [
  localLine({ type: 'signedIn', self }),
  localLine({
    type: 'contactsLoaded',
    contacts: [facts(1, { position: aPosition('1-7'), ...more })],
    epoch: 'e',
    cursor: 'c',
    selfSeq: 0,
    applications: 0,
  }),
];

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example/"></iframe>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '[press](javascript:alert(1)) ![p](https://evil.example/x.png)',
  '\u202Egnp.exe',
] as const;

it('INSP-3: cut, newer and unknown scripts are reported by line, and what is readable is shown', async () => {
  const { page, faults } = await inspector();
  const whole = script([...OPENING, posted('1', 1, 'readable words')]);

  await open(page, 'cut.jsonl', `${whole}${JSON.stringify(posted('1', 2)).slice(0, -40)}`);
  await problem(page, '1 line could not be used; 3 events are loaded.');
  await problem(page, 'Line 5 is cut off');
  await page.keyboard.press('End');
  await screen(page).getByText('readable words').first().waitFor();

  // The address named the machine of the first script; this one is about none.
  await expect.poll(() => page.url()).toContain('machine=socket');
  await open(page, 'newer.jsonl', whole.replace('"version":1', '"version":9'));
  await problem(page, /newer version/);
  await page.keyboard.press('End');
  await screen(page).getByText('readable words').first().waitFor();

  const unknown = [
    ...whole.trim().split('\n'),
    JSON.stringify({ atMs: 1, origin: 'local', event: { type: 'danced' } }),
    JSON.stringify({ atMs: 1, origin: 'live', event: { event: { type: 'teleported', to: '1' } } }),
    JSON.stringify({ atMs: 1, origin: 'moon', event: {} }),
    JSON.stringify({ ...posted('1', 2, 'words after them') }),
  ];
  await open(page, 'unknown.jsonl', unknown.join('\n'));
  await problem(page, '3 lines could not be used; 4 events are loaded.');
  await problem(page, 'Line 5 has an unknown event, “danced”.');
  await page.keyboard.press('End');
  await screen(page).getByText('words after them').first().waitFor();

  await open(page, 'nothing.jsonl', '');
  await page.getByRole('status').getByText('nothing.jsonl has no events').waitFor();
  await open(page, 'picture.png', '\u0089PNG\r\n\u001a\n\u0000\u0000');
  await page.getByRole('status').getByText('picture.png has no events').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

it('INSP-3, INSP-11: hostile texts, names, addresses and pages run nothing and send no request', async () => {
  const { page, faults } = await inspector(true);
  const hostile = HOSTILE.join(' ');
  const lines: readonly ScriptEventLine[] = [
    ...opening({
      displayName: hostile,
      realname: hostile,
      avatar: 'https://evil.example/avatar.png',
      last: aLast({ content: hostile }),
    }),
    localLine({ type: 'chatOpened', conversation: contactId('1') }),
    {
      atMs: 1,
      origin: 'screen',
      event: { path: '/pages/message/chat?id=1', width: 390, height: 780, dark: false, language: 'en' },
    },
    localLine({ type: 'pageRequested', conversation: contactId('1'), which: 'first' }),
    localLine({
      type: 'pageLoaded',
      conversation: contactId('1'),
      which: 'first',
      complete: true,
      reachesEnd: true,
      messages: HOSTILE.map((content, i) =>
        aMessage(`hostile-${i}`, 1, {
          n: i + 1,
          content,
          from: { ...aMessage('x', 1).from, displayName: hostile, avatar: 'https://evil.example/face.png' },
        }),
      ),
    }),
    liveLine(
      postedEvent(
        1,
        aMessage('hostile-picture', 1, {
          n: 9,
          type: 'image',
          content: 'https://evil.example/picture.png',
          extra: {
            width: 100,
            height: 100,
            url: 'https://evil.example/big.png',
            html: '<img src=//evil.example/y>',
          },
        }),
      ),
      place('1-7', 9),
    ),
    {
      atMs: 2,
      origin: 'screen',
      event: { path: 'javascript:alert(1)', width: 390, height: 780, dark: false, language: 'en' },
    },
    {
      atMs: 3,
      origin: 'screen',
      event: { path: '//evil.example/x', width: 390, height: 780, dark: false, language: 'en' },
    },
    {
      atMs: 4,
      origin: 'screen',
      event: {
        path: '/pages/webview/index?url=https%3A%2F%2Fevil.example%2F',
        width: 390,
        height: 780,
        dark: false,
        language: 'en',
      },
    },
  ];
  await open(page, '<img src=x onerror=alert(1)>.jsonl', script(lines));
  await page.getByRole('status').getByText('<img src=x onerror=alert(1)>.jsonl').waitFor();
  await page.locator('iframe[data-drawn="1"]').waitFor();
  for (let n = 1; n <= lines.length; n += 1) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`iframe[data-drawn="${Math.min(n + 1, lines.length)}"]`).waitFor();
  }
  await page.evaluate(() => {
    location.hash = '#event=6';
  });
  await page.locator('iframe[data-drawn="6"]').waitFor();
  // Markup of messages is removed as in the app; what looks like an address stays text.
  await screen(page).getByText(HOSTILE[4], { exact: true }).first().waitFor();
  for (const tab of ['Send', 'Change', 'Contacts', 'State'])
    await page.getByRole('tab', { name: tab }).click();
  expect(faults).toEqual([]);
  await page.context().close();
});

it('INSP-3: a script of 200 MB is read up to the limit, and the page stays usable', async () => {
  const { page, faults } = await inspector();
  const file = join(temporaryFolder(), 'huge.jsonl');
  const out = createWriteStream(file);
  out.write(script([...OPENING]));
  const line = `${JSON.stringify(posted('1', 1, 'long words '.repeat(9_000)))}\n`;
  for (let bytes = 0; bytes < 200 * 1_024 * 1_024; bytes += line.length)
    if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  await page.getByLabel('Script file', { exact: true }).setInputFiles(file);
  await problem(page, /beyond the first 32 MB/);
  await page.keyboard.press('End');
  await screen(page).getByText('long words').first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
