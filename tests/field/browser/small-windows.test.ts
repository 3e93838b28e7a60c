import { appendFileSync, mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { newPerson, type Person } from '../../support/browser.ts';
import { layers } from '../../support/layers.ts';
import { byMouse } from '../../support/layers/ways.ts';
import { announce, populate } from '../../support/populated.ts';
import { leave } from '../../support/proof/visits.ts';
import { open, openScreens, screens } from '../../support/screens.ts';
import { LONG_LIVED, setStage } from '../../support/stage.ts';
import { openHills } from '../../support/web-pages.ts';

/**
 * One line for each control that no scrolling makes pressable: its visible part stays smaller than a finger
 * needs, or something covers it. Looks at the top layer, or at the whole page without one.
 */
const unpressable = (page: Page): Promise<readonly string[]> => page.evaluate(inPage);

/* oxlint-disable unicorn/consistent-function-scoping -- the page gets this function alone */
/** Runs in the page, alone: everything it needs is inside. */
async function inPage(): Promise<string[]> {
  const CONTROLS =
    'a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=menuitem],' +
    '[role=checkbox],[role=switch],[role=option],[role=gridcell]';
  /** CSS pixels; smaller controls must be visible as a whole (WCAG 2.5.8). */
  const LEAST = 24;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  // Toasts disappear after some seconds.
  for (const toast of document.querySelectorAll<HTMLElement>('[role=status][aria-live]'))
    toast.style.visibility = 'hidden';
  const tops = [
    ...document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'),
  ].filter((element) => element.checkVisibility() && element.closest('[aria-hidden=true],[inert]') === null);
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.getBoundingClientRect().width > 1 &&
    element.closest('[aria-hidden=true],[inert],[hidden],[data-offscreen]') === null &&
    !element.matches(':disabled') &&
    // A link that appears with the focus is above the window until then.
    !(getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().bottom <= 0) &&
    getComputedStyle(element).pointerEvents !== 'none';
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  /** The part that neither the window nor a scroll area hides. */
  const visiblePart = (element: Element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    const disconnect = (box: { left: number; top: number; right: number; bottom: number }) => {
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    };
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (overflowX !== 'visible' || overflowY !== 'visible') disconnect(at.getBoundingClientRect());
      if (position === 'fixed') break;
    }
    disconnect({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return { left, top, right, bottom };
  };
  const faultOf = (element: Element): string | null => {
    const target = element.matches('input[type=checkbox],input[type=radio],input[type=file]')
      ? (element.closest('label') ?? element)
      : element;
    const whole = target.getBoundingClientRect();
    const { left, top, right, bottom } = visiblePart(target);
    const [wide, high] = [right - left, bottom - top];
    if (wide < Math.min(LEAST, whole.width) - 1 || high < Math.min(LEAST, whole.height) - 1)
      return `${Math.round(Math.max(0, wide))} × ${Math.round(Math.max(0, high))} of ${Math.round(whole.width)} × ${Math.round(whole.height)} px is visible`;
    // Long links and fields: any of three points will do.
    const points = [0.5, 0.2, 0.8].map((share) => [left + wide * share, top + high * share] as const);
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y));
    const isHit = hits.some(
      (hit) =>
        hit !== null && (target.contains(hit) || hit.contains(target) || hit.closest('label') === target),
    );
    return isHit ? null : `covered by ${nameOf(hits[0] ?? document.body)}`;
  };
  const faults: string[] = [];
  for (const element of (tops.at(-1) ?? document).querySelectorAll(CONTROLS)) {
    if (!element.isConnected || !isVisible(element)) continue;
    let fault = faultOf(element);
    for (const block of ['nearest', 'center', 'start', 'end'] as const) {
      if (fault === null) break;
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      await frame();
      fault = element.isConnected && isVisible(element) ? faultOf(element) : null;
    }
    if (fault !== null) faults.push(`${nameOf(element)}: ${fault}`);
  }
  return [...new Set(faults)];
}

const stage = setStage([
  ...LONG_LIVED,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

/** A window of 1280 × 768 at 300 and 400 %, one of 1280 × 768 at 200 %, and phones turned sideways. */
const SIZES = [
  { width: 427, height: 256 },
  { width: 320, height: 256 },
  { width: 640, height: 384 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
] as const;
const [SMALL] = SIZES;

const pictures = process.env['PICTURES'];

/** Looks at the open screen or layer in every size, and ends in the first. */
async function faultsIn({ page }: Person, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of [...SIZES, SMALL]) {
    await page.setViewportSize(size);
    if (size === SMALL && faults.length === 0 && pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${name}.png` });
    }
    // The list of messages may still be moving to its end, on a slow machine for longer than two frames.
    const matches = (await unpressable(page)).length === 0 ? [] : await unpressable(page);
    faults.push(...matches.map((fault) => `${name}, ${size.width} × ${size.height}: ${fault}`));
  }
  if (pictures !== undefined)
    appendFileSync(`${pictures}/faults.txt`, faults.map((one) => `${one}\n`).join(''));
  return [...new Set(faults)];
}

it('UI-162: every control can be pressed in small windows', { timeout: 900_000 }, async () => {
  const server = await stage.server({ env: { PREVIEW_PRIVATE: '1' } });
  const { url } = server;
  const hills = await openHills();
  await announce(server);
  const look = { language: 'en', size: SMALL } as const;
  const { me, facts } = await populate(stage.browser, url, look, hills.address);
  const faults: string[] = [];
  for (const screen of screens) {
    try {
      await open(me, screen, facts);
      faults.push(...(await faultsIn(me, screen.name)));
    } catch (error) {
      faults.push(`${screen.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      continue;
    }
    const above = layers.filter(({ over }) => over === screen.name);
    for (const layer of above) {
      await open(me, screen, facts);
      try {
        await layer.open(me, facts, byMouse);
        await layer.shown(me, facts).last().waitFor();
        faults.push(...(await faultsIn(me, layer.name)));
      } catch (error) {
        faults.push(`${layer.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      }
      await leave(me);
    }
  }
  const visitor = await newPerson(stage.browser, url, 'visitor', look);
  for (const screen of openScreens) {
    await open(visitor, screen, facts);
    faults.push(...(await faultsIn(visitor, screen.name)));
  }
  await visitor.context.close();
  await me.context.close();
  await hills.web.close();
  expect(faults).toEqual([]);
});
