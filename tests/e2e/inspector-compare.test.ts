import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { wide } from '../support/browser.ts';
import { expectedList } from '../support/smallest.ts';
import { temporaryFolder } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const STORY = 'simulator/scripts/story.jsonl';
const lines = readFileSync(STORY, 'utf8').trim().split('\n');
/** The place of the line that reports what the partner has read. */
const readAt = lines.findIndex((line) => line.includes('"partnerRead"'));

async function inspected(...args: readonly string[]): Promise<Page> {
  const tool = await stage.server({ script: 'src/tools/inspect.mjs', args });
  const context = await stage.browser.newContext({ viewport: wide });
  const page = await context.newPage();
  const [address = ''] = /http:\S+/.exec(tool.output()) ?? [];
  await page.goto(address);
  return page;
}

const writeFile = (name: string, text: readonly string[]): string => {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, `${text.join('\n')}\n`);
  return file;
};

const first = (page: Page) => page.getByRole('region', { name: 'Screen', exact: true });
const second = (page: Page) => page.getByRole('region', { name: 'Other screen' });
const app = (pane: ReturnType<typeof first>) => pane.frameLocator('iframe').locator('#root');
/** A text that the app shows; a phone keeps the list behind an open chat. Two whole apps start at once. */
const shows = (pane: ReturnType<typeof first>, text: string): Promise<void> =>
  app(pane).getByText(text).filter({ visible: true }).first().waitFor({ timeout: 90_000 });

it('INSP-15, INSP-9: two scripts open side by side at their first difference', async () => {
  // Before the fix the unread count stayed: the mark of this user's own reading is missing.
  const before = writeFile(
    'before.jsonl',
    lines.filter((line) => !line.includes('"readMarkSet"')),
  );
  const page = await inspected(before, STORY);
  await page.getByText(/^First difference: event \d+$/).waitFor();
  await page.getByRole('list', { name: 'First difference' }).getByText('chat 9 unread').waitFor();
  await shows(first(page), 'Are you on the way?');
  await shows(second(page), 'Are you on the way?');
  await page.keyboard.press('End');
  await shows(first(page), 'Call me, I will show you the view');
  await shows(second(page), 'Call me, I will show you the view');
  await first(page).getByRole('button', { name: 'Show dark' }).click();
  for (const pane of [first(page), second(page)])
    await expect
      .poll(() => app(pane).evaluate((root) => root.ownerDocument.documentElement.style.colorScheme))
      .toBe('dark');

  await page.getByRole('button', { name: 'Close the comparison' }).click();
  await page.getByRole('main').waitFor();
  await second(page).waitFor({ state: 'detached' });
  await page
    .getByLabel('File to compare with')
    .setInputFiles({ name: 'same.jsonl', mimeType: 'text/plain', buffer: readFileSync(before) });
  await page.getByText('The two scripts do not differ.').waitFor();
  await page.context().close();
});

it('INSP-15: a script with the expected list opens where it differs, with both screens', async () => {
  const session = new Recorded();
  session.append(readScript(lines.join('\n')).lines);
  const n = readAt - 1;
  const { state } = session.at(n);
  const contacts = stateToJson(state).contacts.map((one) =>
    one.id === '9' ? { ...one, unread: 4, displayName: 'Bela Mountain' } : one,
  );
  const line = expectedList(state, session.lines[n - 1]?.atMs ?? 0);
  const expected = { ...line, event: { ...line.event, contacts } };
  const page = await inspected(
    writeFile('failed.jsonl', [...lines.slice(0, readAt), JSON.stringify(expected), ...lines.slice(readAt)]),
  );
  await page.getByText(`First difference from what the test expects: event ${n}`).waitFor();
  await shows(first(page), 'Bela Hill');
  await shows(second(page), 'Bela Mountain');
  await page.context().close();
});

it('INSP-16: all machines appear as cards, and a press opens the chart of one', async () => {
  const page = await inspected('--event', '41', STORY);
  await page.getByRole('button', { name: 'All at a glance' }).click();
  const cards = page.getByRole('list', { name: 'Machines at a glance' });
  await cards.getByRole('button', { name: /^socket .*heartbeat in \d+ s/ }).waitFor();
  await cards.getByRole('button', { name: /^call .*talking/ }).click();
  await page.locator('[data-state^="call.talking"][data-lit]').first().waitFor();
  await page.context().close();
});
