import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { drawPlan } from '../../simulator/plan/plan.ts';
import { runSeed } from '../../simulator/run/run.ts';
import { worldScriptText } from '../../simulator/scripted/script-file.ts';
import { buildWhenStale } from '../../src/tools/build.mjs';
import { narrow, wide } from '../support/browser.ts';
import { violations } from '../support/proof/axe.ts';
import { temporaryFolder } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const run = { seed: 11, clients: 3, nodes: 2, steps: 40, faults: 'all', hours: null } as const;

beforeAll(() => buildWhenStale(['pages']), 600_000);

async function watch(
  address: string,
  size: { readonly width: number; readonly height: number } = wide,
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const context = await stage.browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:') && new URL(request.url()).origin !== new URL(address).origin)
      faults.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  await page.locator('[data-device]').first().waitFor();
  return { page, faults };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const trace = async (page: Page): Promise<string> =>
  /trace (\w+)/.exec(await page.getByRole('banner').first().innerText())?.[1] ?? '';

it('WATCH-1, WATCH-2: a seed runs in a page as on the command line, and can be meddled with', async () => {
  const { hash } = await runSeed(run);
  const tool = await stage.server({ script: 'src/tools/demo.mjs' });
  const { page, faults } = await watch(`${tool.url}/simulate.html?seed=11&clients=3&nodes=2&steps=40`);
  await expect.poll(() => page.locator('[data-device]').count()).toBe(3);
  await press(page, 'Next step');
  await page.getByText('1 of 40 steps').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Speed').selectOption('1000');
  await press(page, 'Play');
  await page.getByText('every promise held').waitFor({ timeout: 40_000 });
  expect(await trace(page)).toBe(hash.slice(0, 8));
  expect(await violations(page)).toEqual([]);

  // Runs the same again without generated faults.
  await page.getByRole('combobox', { name: 'Faults' }).selectOption('none');
  await press(page, 'Begin');
  await page.getByText('0 of 40 steps').waitFor();
  await page.getByLabel('Speed').selectOption('10');
  await press(page, 'Play');
  const phone = page.locator('[data-device="user1a"]');
  await phone.getByText('connected', { exact: true }).waitFor();
  await phone.getByRole('button', { name: 'Unplug' }).click();
  await phone.getByText('not connected · no network').waitFor();
  const node = page.locator('[data-node="node2"]');
  await node.getByRole('button', { name: 'Kill' }).click();
  await node.getByText('is gone').waitFor();
  await page.getByRole('list', { name: 'Steps and faults' }).getByText('by hand: node2: kill').waitFor();
  expect(await violations(page)).toEqual([]);
  await node.getByRole('button', { name: 'Start' }).click();
  await phone.getByRole('button', { name: 'Plug in' }).click();
  await phone.getByText('connected', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

it('WATCH-3: a shrunk script is executed, and the events of a device open in the inspector', async () => {
  const plan = drawPlan(run).slice(0, 9);
  const file = join(temporaryFolder(), 'simulator-seed-11.jsonl');
  writeFileSync(file, worldScriptText({ ...run, plan }));
  const { hash } = await runSeed({ ...run, plan });
  const tool = await stage.server({ script: 'src/tools/inspect.mjs', args: [file] });
  const [address = ''] = /http:\S+/.exec(tool.output()) ?? [];
  const { page, faults } = await watch(address, narrow);
  await page.getByText('simulator-seed-11.jsonl').waitFor();
  await page.getByText('0 of 9 steps').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Speed').selectOption('1000');
  await press(page, 'Play');
  await page.getByText('every promise held').waitFor({ timeout: 40_000 });
  expect(await trace(page)).toBe(hash.slice(0, 8));

  const [inspector] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('[data-device="user2a"]').getByRole('button', { name: 'Inspect' }).click(),
  ]);
  // A narrow window shows one pane at a time.
  const pane = (name: string) =>
    inspector.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).click();
  await pane('Events');
  await inspector.getByText(/^\d{2,} events$/).waitFor();
  await inspector.keyboard.press('End');
  await pane('Details');
  await inspector.getByRole('tab', { name: 'Contacts' }).click();
  await inspector
    .getByText(/Name \d/)
    .first()
    .waitFor();

  await page.getByLabel('Script file').setInputFiles({
    name: 'call.jsonl',
    mimeType: 'text/plain',
    buffer: readFileSync('simulator/scripts/call.jsonl'),
  });
  await page.getByRole('alert').getByText('call.jsonl is no plan of a World').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
