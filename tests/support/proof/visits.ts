import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { go, narrow, type Person, wide } from '../browser.ts';
import { layers } from '../layers.ts';
import { root } from '../house/repository.ts';
import { byKeyboard, byMouse, type Layer } from '../layers/ways.ts';
import { type Facts, open, openScreens, type Screen, screens } from '../screens.ts';
import { violations } from './axe.ts';
import { drawn } from './drawn.ts';
import { comesBack, keepsFocus, tabFaults } from './keys.ts';
import { largeTextFaults, shapeFaults } from './shape.ts';

export const SIZES = { narrow, wide } as const;
export type Size = keyof typeof SIZES;

/**
 * The rules about structure give the same result in both languages, so they run in English. Pages with parts
 * of the frame get all of them in each window.
 */
const wordsOnly = ({ language }: Person, name: string): boolean => language !== 'en' && !WHOLE.has(name);

/** Words of names and messages, which the worlds of tests spell out, and of what has one name everywhere. */
const DATA = [
  ...[
    'populated.ts',
    'said.ts',
    'uploads.ts',
    'web-pages.ts',
    'layers.ts',
    'layers/talk.ts',
    'layers/chat.ts',
  ]
    .flatMap(
      (file) => readFileSync(join(root, 'tests/support', file), 'utf8').match(/'[^'\n]*'|`[^`]*`/g) ?? [],
    )
    .map((literal) => literal.replaceAll('\\n', ' ')),
  ...Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month, month + 1).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' }),
  ),
  ...Array.from({ length: 12 }, (_, month) => new Date(2026, month).toLocaleString('en', { month: 'short' })),
  'AM PM Friday Sunday Mon Tue Wed Thu Fri Sat Sun KB MB GB Parley Chrome Linux str',
  'Ctrl Alt Esc Shift Enter Home End Tab Cmd',
].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The server sends the texts of the help page, in its own languages. */
const lookOf = ({ language }: Person, size: Size, name: string) => ({
  touch: size === 'narrow',
  english: language === 'en',
  ...(language === 'en-XA' && name !== 'doc' && { data: DATA }),
});

/** Everything that may be wrong with what a window shows now, as lines. */
async function faultsAt(
  person: Person,
  { size, onlyTexts = false }: Round,
  name: string,
  within: string | null = null,
): Promise<readonly string[]> {
  const { page } = person;
  // Elements that appear under a mouse are absent for a finger.
  if (size === 'narrow') await page.mouse.move(0, 0);
  const shape = await shapeFaults(page, lookOf(person, size, name));
  if (onlyTexts) return shape;
  const except = size === 'wide' && !WITH_LIST.has(name) ? ROWS_BESIDE : null;
  const reading = await violations(page, { within, except, wordsOnly: wordsOnly(person, name) });
  const large = size === 'narrow' && within === null ? await largeTextFaults(page) : [];
  return [...shape, ...reading, ...large];
}

/** Rows are measured when they are drawn, which moves the end further down. */
async function scrollToEnd(page: Page, list: Locator): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    const left = await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollHeight - element.scrollTop - element.clientHeight;
    });
    await drawn(page);
    const after = await list.evaluate(
      (element) => element.scrollHeight - element.scrollTop - element.clientHeight,
    );
    if (left < 1 && after < 1) return;
  }
}

/** Rows near the view are drawn: a high window draws most of a chat at once. */
const HIGH = 6_000;

/** Checks older messages of a chat up to its beginning, in a window as high as many of them. */
async function furtherUp(person: Person, size: Size, name: string): Promise<readonly string[]> {
  const { page } = person;
  const list = page.locator('[data-chat-list]');
  const { width, height } = SIZES[size];
  await page.setViewportSize({ width, height: HIGH });
  // Text at twice its size has moved the view.
  await scrollToEnd(page, list);
  const faults: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    const moved = await list.evaluate((element, isFirst) => {
      const before = element.scrollTop;
      if (!isFirst) element.scrollTop = before - element.clientHeight * 0.9;
      return isFirst ? 1 : before - element.scrollTop;
    }, step === 0);
    if (moved < 1) break;
    await drawn(page);
    faults.push(
      ...(await shapeFaults(page, lookOf(person, size, name))),
      ...(await violations(page, { within: '[data-chat-list]', wordsOnly: wordsOnly(person, name) })),
    );
  }
  await page.setViewportSize({ width, height });
  await drawn(page);
  await scrollToEnd(page, list);
  return [...new Set(faults)];
}

/** Title, content, and no fault; what the console said counts for the screen on which it was said. */
async function visit(person: Person, screen: Screen, facts: Facts, round: Round): Promise<readonly string[]> {
  const sentCount = person.faults.length;
  await open(person, screen, facts);
  const { title, isChat } = await person.page.evaluate(() => ({
    title: document.title,
    isChat: document.querySelector('[data-chat-list]') !== null,
  }));
  const expected = person.t(screen.title);
  const faults = [
    ...(await faultsAt(person, round, screen.name)),
    ...(isChat && round.onlyTexts !== true ? await furtherUp(person, round.size, screen.name) : []),
    ...person.faults.slice(sentCount),
    ...(title.includes(expected) ? [] : [`title "${title}" without "${expected}"`]),
  ];
  person.faults.length = sentCount;
  return faults;
}

/**
 * How a window is looked through: every window sees everything, two of the four use keys instead of the
 * mouse.
 */
export interface Round {
  readonly size: Size;
  readonly keys: boolean;
  /** Checks only how texts are shown: their place, and whether they are translated. */
  readonly onlyTexts?: boolean;
}

async function visitLayer(
  person: Person,
  layer: Layer,
  facts: Facts,
  round: Round,
): Promise<readonly string[]> {
  const { page } = person;
  const { keys } = round;
  const sentCount = person.faults.length;
  const faults: string[] = [];
  try {
    const opener = await layer.open(person, facts, keys ? byKeyboard : byMouse);
    const top = layer.shown(person, facts).last();
    await top.waitFor();
    faults.push(...(await faultsAt(person, round, layer.name, await readCover(page))));
    if (keys && layer.beside !== true) faults.push(...(await keepsFocus(top)));
    if (keys && layer.stays !== true) {
      await page.keyboard.press('Escape');
      await top.waitFor({ state: 'hidden' });
      if (opener !== null) faults.push(...(await comesBack(page, opener)));
    }
  } catch (error) {
    faults.push(`cannot be opened: ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`);
  }
  faults.push(...person.faults.slice(sentCount));
  person.faults.length = sentCount;
  return faults;
}

/**
 * Waits until a layer is drawn. Sheets and dialogs are portals next to the page, so only the top one is
 * checked again; null: it is part of the page.
 */
const readCover = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const portals = '[role=dialog],[role=alertdialog],[role=menu]';
    return document.querySelector(portals) === null ? null : portals;
  });

/** Closes all layers above the page. */
async function close(page: Page): Promise<void> {
  for (let presses = 0; presses < 4; presses += 1) {
    if (
      await page.evaluate(
        () => document.querySelector('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') === null,
      )
    )
      return;
    await page.keyboard.press('Escape');
    await drawn(page);
  }
}

/** The same, and away from the page with all that was done there. A recording would wait there (REC-6). */
export async function leave(person: Person): Promise<void> {
  await close(person.page);
  for (const key of ['rec.cancel', 'rec.discard'] as const) {
    const button = person.page.getByRole('button', { name: person.t(key), exact: true });
    if (await button.isVisible()) await button.click();
  }
  await go(person, '/');
}

/** Visits every screen and every layer in one window. Returns the faults by screen. */
export async function visitAll(person: Person, facts: Facts, round: Round): Promise<readonly string[]> {
  const all: string[] = [];
  for (const screen of screens) {
    const faults = await visit(person, screen, facts, round);
    const byKeys = round.keys ? await tabFaults(person.page, WHOLE.has(screen.name)) : [];
    all.push(...note(person, screen.name, round.size, [...faults, ...byKeys]));
    const above = layers.filter(({ over }) => over === screen.name);
    for (const layer of above) {
      const matches = await visitLayer(person, layer, facts, round);
      all.push(...note(person, layer.name, round.size, matches));
      // A fault or leftover of one layer must not affect the next.
      if (layer.leavesTraces === true || matches.length > 0)
        await leave(person).then(() => (layer === above.at(-1) ? null : open(person, screen, facts)));
      else await close(person.page);
    }
  }
  return all;
}

/** Visits the pages of signed-out users. */
export async function visitOpen(visitor: Person, facts: Facts, round: Round): Promise<readonly string[]> {
  const all: string[] = [];
  for (const screen of openScreens) {
    const faults = await visit(visitor, screen, facts, round);
    const byKeys = round.keys ? await tabFaults(visitor.page, true) : [];
    all.push(...note(visitor, screen.name, round.size, [...faults, ...byKeys]));
  }
  return all;
}

/** Pages on which the parts beside every page are checked, too. */
const WHOLE: ReadonlySet<string> = new Set(['home', 'contacts']);
/** Pages with another list beside them on a wide window, or another selected row of it. */
const WITH_LIST: ReadonlySet<string> = new Set([...WHOLE, 'archived', 'chat', 'chat-group', 'user-info']);
/** The rows of that list; the list itself, as part of the frame, is checked on every page. */
const ROWS_BESIDE = 'section:has(+ #main) ul';

function note(person: Person, name: string, size: Size, faults: readonly string[]): readonly string[] {
  return faults.map((fault) => `${name}, ${size}, ${person.language}: ${fault}`);
}
