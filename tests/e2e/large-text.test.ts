import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, type Language, narrow, type Person, wide } from '../support/browser.ts';
import { layers } from '../support/layers.ts';
import { byMouse } from '../support/layers/ways.ts';
import { populate } from '../support/populated.ts';
import { leave } from '../support/proof/visits.ts';
import { shapeFaults } from '../support/proof/shape.ts';
import { open, screens } from '../support/screens.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** Sets the browser's own text size to double. */
async function enlarge({ page, context }: Person): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
}

/**
 * Lists names and headings without their full text, cut labels, and counts that cover text, one line each.
 */
function listClipped(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const add = (what: string, element: Element): void =>
      void faults.add(`${what}: "${(element.textContent ?? '').trim().slice(0, 40)}"`);
    const visibleRows = [...document.querySelectorAll('body *')].filter((element) => {
      const { width, bottom } = element.getBoundingClientRect();
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[aria-hidden=true],[inert]') === null &&
        (element.textContent ?? '').trim() !== '' &&
        width > 1 &&
        // Above the window until the keyboard comes to it.
        bottom > 0
      );
    });
    // A name has its full text in `title`. Headings, buttons, tabs and menus show all of it.
    const whole = 'span[title],h1,h2,h1 > span,[role=tab],[role=menuitem],button,label';
    for (const element of visibleRows.filter((one) => one.matches(whole))) {
      const { overflowX, webkitLineClamp } = getComputedStyle(element);
      // Text that wraps or ends with dots by design does not count as cut.
      if (overflowX === 'visible' || webkitLineClamp !== 'none') continue;
      if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4)
        add('cut', element);
    }
    // Words that end below the edge of what hides the rest, without a way to scroll there.
    for (const element of visibleRows) {
      if (![...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim()))
        continue;
      const { top, bottom } = element.getBoundingClientRect();
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowY, webkitLineClamp } = getComputedStyle(at);
        if (overflowY === 'visible' || webkitLineClamp !== 'none') continue;
        const edge = at.getBoundingClientRect();
        const scrolls = overflowY === 'auto' || overflowY === 'scroll';
        if (!scrolls && at.clientHeight > 0 && (bottom > edge.bottom + 4 || top < edge.top - 4))
          add('cut above or below', element);
        break;
      }
    }
    // Counts that cover the label of their link.
    for (const link of visibleRows.filter((one) => one.matches('nav a'))) {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      while (texts.nextNode()) {
        if ((texts.currentNode.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        boxes.push(range.getBoundingClientRect());
      }
      const [one, other] = boxes.filter(({ width, height }) => width > 1 && height > 1);
      if (!one || !other) continue;
      const beside = one.right <= other.left + 1 || other.right <= one.left + 1;
      const below = one.bottom <= other.top + 3 || other.bottom <= one.top + 3;
      if (!beside && !below) add('over each other', link);
    }
    return [...faults];
  });
}

const OBSERVATIONS = [
  'home',
  'contacts',
  'chat',
  'chat-group',
  'chat-info-group',
  'members',
  'new-friends',
  'user-info',
  'setting',
  'profile',
  'thread',
];
/** Each is over one of those. */
const OVER = ['me', 'message-menu', 'mute-for', 'emoji-panel', 'group-transfer', 'add-menu'];

it.each(['en', 'zh-CN'] as const)(
  'UI-121: at twice the size of text nothing is cut, narrow and wide, %s',
  { timeout: 240_000 },
  async (language: Language) => {
    const { url } = await stage.commonServer();
    const { me, facts } = await populate(stage.browser, url, { language, size: narrow });
    stage.watch(me);
    await enlarge(me);
    const faults: string[] = [];
    const look = async (where: string) => {
      const shape = await shapeFaults(me.page, { touch: false, english: false });
      const width = me.page.viewportSize()?.width;
      faults.push(
        ...[...shape, ...(await listClipped(me.page))].map((fault) => `${where}, ${width}: ${fault}`),
      );
    };
    for (const size of [narrow, wide]) {
      await me.page.setViewportSize(size);
      for (const screen of screens.filter(({ name }) => OBSERVATIONS.includes(name))) {
        await open(me, screen, facts);
        await look(screen.name);
        const above = layers.filter(({ name, over }) => over === screen.name && OVER.includes(name));
        for (const layer of above) {
          if (layer !== above[0]) await open(me, screen, facts);
          await layer.open(me, facts, byMouse);
          await layer.shown(me, facts).last().waitFor();
          await look(layer.name);
          await leave(me);
        }
      }
      await go(me, '/');
    }
    expect([...new Set(faults)]).toEqual([]);
  },
);
