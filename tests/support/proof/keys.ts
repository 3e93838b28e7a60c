import type { Locator, Page } from 'playwright-core';
import { drawn } from './drawn.ts';

/** More Tabs than any page has controls. A page that needs more is faulty. */
const PRESSES_MAX = 120;
/** Presses inside a layer. Most layers wrap around earlier. */
const ROUND_MAX = 12;

interface Walk {
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
}

/* oxlint-disable unicorn/consistent-function-scoping -- the page gets each of these functions alone */
/** Before the first Tab: what can be reached from the place to start from, and how it looks without focus. */
function begin(whole: boolean): void {
  const CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,video[controls],[tabindex]';
  const look = (element: Element): string =>
    [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.parentElement?.parentElement?.parentElement,
    ]
      .map((one) => {
        if (!one) return '';
        const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, transform } =
          getComputedStyle(one);
        return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, transform].join(' ');
      })
      .join('|');
  const shown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const start = document.createElement('span');
  start.tabIndex = 0;
  const main = [...document.querySelectorAll('main,[role=main]')].find(shown);
  ((whole ? null : main) ?? document.body).prepend(start);
  const before = new Map<Element, string>();
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const radio = element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    const follows = (start.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (
      follows &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled,[aria-hidden=true] *,[inert] *') &&
      !radio &&
      shown(element)
    )
      before.set(element, look(element));
  }
  const seen = new Set<Element>();
  const unseen = new Set<Element>();
  const onFocus = (event: FocusEvent): void => {
    if (event.target instanceof Element) seen.add(event.target);
  };
  document.addEventListener('focusin', onFocus);
  start.focus();
  Reflect.set(globalThis, 'walk', {
    before,
    seen,
    unseen,
    visible: new Set<Element>(),
    look,
    start,
    onFocus,
  });
}

interface Kept {
  readonly before: ReadonlyMap<Element, string>;
  readonly seen: ReadonlySet<Element>;
  readonly unseen: Set<Element>;
  readonly visible: Set<Element>;
  readonly look: (element: Element) => string;
  readonly start: Element;
  readonly onFocus: (event: FocusEvent) => void;
}

/**
 * A frame later, when it is drawn: does it look another way than before? True once the focus has left the
 * page or come round.
 */
async function round(): Promise<boolean> {
  const { before, unseen, visible, look, start } = Reflect.get(globalThis, 'walk') as Kept;
  await new Promise(requestAnimationFrame);
  const now = document.activeElement;
  if (now !== null && before.has(now)) {
    // A player has stops inside, which the browser marks itself.
    if (before.get(now) !== look(now)) visible.add(now);
    if (visible.has(now)) unseen.delete(now);
    else unseen.add(now);
  }
  return (
    document.activeElement === document.body ||
    document.activeElement === start ||
    document.activeElement instanceof HTMLIFrameElement
  );
}

function end(): Walk {
  const { before, seen, unseen, start, onFocus } = Reflect.get(globalThis, 'walk') as Kept;
  document.removeEventListener('focusin', onFocus);
  start.remove();
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  // A virtual list draws other rows while one walks through it; of messages one is in the order of Tab,
  // arrows lead to the rest.
  const message = [...seen].some((element) => element.tagName === 'ARTICLE');
  const missed = [...before.keys()].filter(
    (element) =>
      element.isConnected &&
      !seen.has(element) &&
      !(message && element.tagName === 'ARTICLE') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return { missed: missed.map(nameOf), unseen: [...unseen].map(nameOf) };
}

/**
 * Walks through the page with Tab alone and reports controls that are unreachable or show no focus. `whole`
 * includes the parts beside every page of a wide window (the list, the rail).
 */
export async function tabFaults(page: Page, whole: boolean): Promise<readonly string[]> {
  // Pages that set the focus on their own would be compared with the focus shown.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await drawn(page);
  await page.evaluate(begin, whole);
  let presses = 0;
  for (; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(round)) break;
  }
  const { missed, unseen } = await page.evaluate(end);
  return [
    ...missed.map((name) => `Tab does not reach ${name}`),
    ...unseen.map((name) => `one cannot see that the focus is on ${name}`),
    ...(presses === PRESSES_MAX ? [`${PRESSES_MAX} Tabs lead to no end`] : []),
  ];
}

/** Opened by keys, it has the focus and keeps it, all the way round. */
export async function keepsFocus(top: Locator): Promise<readonly string[]> {
  const page = top.page();
  const isMenu = (await top.getAttribute('role')) === 'menu';
  if (!(await gotFocus(top))) return ['it does not get the focus'];
  if (isMenu && (await top.locator('[role^=menuitem]:focus').count()) === 0)
    return ['none of its entries has the focus'];
  const first = await page.evaluateHandle(() => document.activeElement);
  try {
    for (let presses = 1; presses <= ROUND_MAX; presses += 1) {
      await page.keyboard.press(isMenu ? 'ArrowDown' : 'Tab');
      const now = await top.evaluate(focusIn, first);
      if (now === 'out') return [`the focus leaves it after ${presses} presses`];
      if (now === 'first') return [];
    }
  } finally {
    await first.dispose();
  }
  return [];
}

/** Waits two frames, because guards at the edges move the focus on their own. */
async function focusIn(element: Element, first: Element | null): Promise<'first' | 'in' | 'out'> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const now = document.activeElement;
  if (now !== null && now === first) return 'first';
  return element.contains(now) || (now?.hasAttribute('data-base-ui-focus-guard') ?? false) ? 'in' : 'out';
}

/** Reports whether the focus after Escape is on the opener, once the closing animation has ended. */
export async function comesBack(page: Page, opener: Locator): Promise<readonly string[]> {
  return (await gotFocus(opener))
    ? []
    : [
        `the focus does not come back: ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')}`,
      ];
}

/** The focus arrives when the animation of opening or closing has ended. */
export async function gotFocus(place: Locator): Promise<boolean> {
  try {
    await place.evaluate(
      (element) =>
        new Promise<void>((resolve, reject) => {
          const until = performance.now() + 15_000;
          const look = (): void => {
            if (element.contains(document.activeElement)) return resolve();
            if (performance.now() > until) return reject(new Error('no'));
            requestAnimationFrame(look);
          };
          look();
        }),
    );
    return true;
  } catch {
    return false;
  }
}

/** Presses Tab until the focus is where it is wanted. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (
      (await wanted.count()) > 0 &&
      (await wanted.first().evaluate((element) => element === document.activeElement))
    )
      return;
    await page.keyboard.press(key);
  }
  throw new Error(
    `${PRESSES_MAX} presses of ${key} did not lead there; at ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '')}`,
  );
}
