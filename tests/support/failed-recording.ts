import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { replay, importScript } from '../../src/client/state/log.ts';
import type { State } from '../../src/client/state/state.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { newWindow, type Person } from './browser.ts';
import { expectedList } from './smallest.ts';

/** A page that failed may answer nothing at all. */
const WAIT_MS = 10_000;

/**
 * Writes what the windows of a failed test went through, and returns the line that opens it: the window
 * whose chat list differs from that of a fresh one comes first (INSP-15). Null: no window answered.
 */
export async function recordingOfFailure(
  title: string,
  people: readonly Person[],
  folder = '.cache/e2e',
): Promise<string | null> {
  const matches = [];
  for (const person of people) {
    const script = await scriptOf(person).catch(() => null);
    if (script !== null) matches.push({ person, script, differs: differs(script) });
  }
  const chosen = matches.find(({ differs: isDifferent }) => isDifferent) ?? matches[0];
  if (chosen === undefined) return null;
  mkdirSync(folder, { recursive: true });
  const name = `${title} ${chosen.person.name}`.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-');
  const path = `${folder}/${name.slice(0, 80)}.jsonl`;
  writeFileSync(path, chosen.script);
  return `See it: npm run inspect -- ${path}`;
}

/** The events of this window, and the list that a fresh window of the same user shows. */
async function scriptOf(person: Person): Promise<string> {
  const own = await saveReport(person);
  const fresh = await newWindow(person);
  await fresh.page.goto(`${person.url}/`, { waitUntil: 'networkidle', timeout: WAIT_MS });
  const state = stateOf(await saveReport(fresh));
  await fresh.page.close();
  const lastMs = readScript(own).lines.at(-1)?.line.atMs ?? 0;
  return state.self === null ? own : `${own}${JSON.stringify(expectedList(state, lastMs))}\n`;
}

/** Through Help → "Report a problem", as a user would. */
async function saveReport({ page, t }: Person): Promise<string> {
  await page.evaluate(() => {
    location.hash = '#/pages/mine/doc?id=report';
  });
  await page.getByRole('switch', { name: t('trouble.mask') }).click({ timeout: WAIT_MS });
  const download = page.waitForEvent('download', { timeout: WAIT_MS });
  await page.getByRole('button', { name: t('trouble.save') }).click({ timeout: WAIT_MS });
  return readFileSync(await (await download).path(), 'utf8');
}

const stateOf = (script: string): State => replay(importScript(script));

function differs(script: string): boolean {
  const controller = new Controller();
  controller.load('failed', readScript(script));
  const { compared } = controller.get();
  return compared !== null && compared.first !== null;
}
