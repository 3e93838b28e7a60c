import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { narrow, newPerson, type Person, wide } from '../support/browser.ts';
import { populate } from '../support/populated.ts';
import { open, openScreens, screens } from '../support/screens.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const engine = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Faults that keep somebody out, as one line each. */
async function seriousFaults(person: Person): Promise<readonly string[]> {
  await person.page.evaluate(engine);
  const violations = await person.page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html} ${node.failureSummary ?? ''}`));
}

const looks = [
  ['narrow', narrow, 'zh-CN'],
  ['wide', wide, 'en'],
] as const;

it.each(looks)('UI-7: no serious fault on any screen, %s', async (_name, size, language) => {
  const { url } = await stage.server();
  const visitor = stage.watch(await newPerson(stage.browser, url, 'visitor', { language, size }));
  const facts = { friendId: 0, friendName: '', groupId: '', groupName: '', strangerId: 0 };
  for (const screen of openScreens) {
    await open(visitor, screen, facts);
    expect({ screen: screen.name, faults: await seriousFaults(visitor) }).toEqual({ screen: screen.name, faults: [] });
  }
  const world = await populate(stage.browser, url, { language, size });
  const me = stage.watch(world.me);
  for (const screen of screens) {
    await open(me, screen, world.facts);
    expect({ screen: screen.name, faults: await seriousFaults(me) }).toEqual({ screen: screen.name, faults: [] });
  }
});

it('UI-7: no serious fault in menus and dialogs', async () => {
  const { url } = await stage.server();
  for (const [, size, language] of looks) {
    const world = await populate(stage.browser, url, { language, size });
    const me = stage.watch(world.me);
    const { t, page } = me;
    await page.getByRole('button', { name: t('common.add'), exact: true }).click();
    await page.getByText(t('home.createGroup')).filter({ visible: true }).first().waitFor();
    expect(await seriousFaults(me)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText(t('home.createGroup')).filter({ visible: true }).first().waitFor({ state: 'detached' });
    await page.goto(`${url}/#/?view=me`);
    await page.getByRole('button', { name: t('logout.action'), exact: true }).click();
    await page.getByText(t('logout.confirm')).filter({ visible: true }).first().waitFor();
    expect(await seriousFaults(me)).toEqual([]);
  }
});

it('UI-7: the keyboard alone opens a chat, writes, and opens the menu of a message', async () => {
  const { url } = await stage.server();
  const world = await populate(stage.browser, url, { language: 'en', size: wide });
  const me = stage.watch(world.me);
  const { page, t } = me;
  await open(me, screens[0] as (typeof screens)[number], world.facts);
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
  const tabUntil = async (holds: (name: string) => boolean): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab', { delay: 60 });
      if (holds(await focused())) return;
    }
    throw new Error(`40 Tabs did not lead there; at ${await focused()}`);
  };
  await tabUntil((name) => name.includes(world.facts.groupName));
  await page.keyboard.press('Enter');
  const label = t('a11y.composer', { name: world.facts.groupName });
  await page.getByRole('textbox', { name: label }).waitFor();
  await tabUntil((name) => name === label);
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('article').filter({ hasText: 'by keyboard' }).waitFor();
  // Shift+Tab leads back to the newest message; Enter opens its menu.
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Shift+Tab', { delay: 60 });
    if (await page.evaluate(() => document.activeElement?.tagName === 'ARTICLE')) break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: t('menu.copy'), exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: t('menu.copy'), exact: true }).waitFor({ state: 'detached' });
});
