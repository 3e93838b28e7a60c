import type { CDPSession, Locator, Page } from 'playwright-core';
import { drawn } from './drawn.ts';

/** More Tabs than any page has controls. A page that needs more is faulty. */
const PRESSES_MAX = 120;
/** Presses between two looks at where the walk is. */
const STEP = 8;
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
  const walk: Kept = {
    before,
    look,
    start,
    seen: new Set(),
    visible: new Set(),
    faint: new Set(),
    ends: new AbortController(),
  };
  const { seen, visible, faint, ends } = walk;
  const { signal } = ends;
  start.focus();
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    seen.add(target);
    // Comes after React, which draws the focus in the same turn.
    queueMicrotask(() => {
      const { activeElement: now } = document;
      if (now !== null && before.has(now)) (before.get(now) === look(now) ? faint : visible).add(now);
    });
  };
  document.addEventListener('focusin', onFocus, { signal });
  let presses = 0;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || (presses += 1) === 1) return;
    const { activeElement: now } = document;
    walk.isOver ||= now === document.body || now === start;
    if (walk.isOver) event.preventDefault();
  };
  addEventListener('keydown', onKey, { signal, capture: true });
  Reflect.set(globalThis, 'walk', walk);
}

interface Kept {
  readonly before: ReadonlyMap<Element, string>;
  readonly look: (element: Element) => string;
  readonly start: HTMLElement;
  readonly seen: Set<Element>;
  /** Controls that looked another way with the focus than without it. */
  readonly visible: Set<Element>;
  /** Controls that did not. */
  readonly faint: Set<Element>;
  readonly ends: AbortController;
  /** The focus has come round, or has left the page. */
  isOver?: boolean;
}

function isRound(): boolean {
  const { isOver, start } = Reflect.get(globalThis, 'walk') as Kept;
  const { activeElement: now } = document;
  return isOver === true || now === document.body || now === start || now instanceof HTMLIFrameElement;
}

async function end(): Promise<Walk> {
  const { before, look, seen, visible, faint, start, ends } = Reflect.get(globalThis, 'walk') as Kept;
  ends.abort();
  // The look may follow a frame later, for example after a transition.
  const unseen: Element[] = [];
  for (const element of faint) {
    if (!(element instanceof HTMLElement) || visible.has(element) || !element.isConnected) continue;
    element.focus();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (before.get(element) === look(element)) unseen.push(element);
  }
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
  return { missed: missed.map(nameOf), unseen: unseen.map(nameOf) };
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
  const keys = await page.context().newCDPSession(page);
  let presses = 0;
  for (; presses < PRESSES_MAX; presses += STEP) {
    // Without waiting for each: the page notes what happens.
    await Promise.all(Array.from({ length: STEP }, () => pressTab(keys)));
    if (await page.evaluate(isRound)) break;
  }
  await keys.detach();
  const { missed, unseen } = await page.evaluate(end);
  return [
    ...missed.map((name) => `Tab does not reach ${name}`),
    ...unseen.map((name) => `one cannot see that the focus is on ${name}`),
    ...(presses >= PRESSES_MAX ? [`${PRESSES_MAX} Tabs lead to no end`] : []),
  ];
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const pressTab = (keys: CDPSession): Promise<unknown> =>
  Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...TAB }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...TAB }),
  ]);

/** Opened by keys, it has the focus and keeps it, all the way round. */
export async function keepsFocus(top: Locator): Promise<readonly string[]> {
  const page = top.page();
  const isMenu = (await top.getAttribute('role')) === 'menu';
  if (!(await gotFocus(top))) return ['it does not get the focus'];
  if (isMenu && (await top.locator('[role^=menuitem]:focus').count()) === 0)
    return ['none of its entries has the focus'];
  // Found once: to find it by role and words costs more than a press.
  const [layer, first] = [await top.elementHandle(), await page.evaluateHandle(() => document.activeElement)];
  try {
    for (let presses = 1; presses <= ROUND_MAX; presses += 1) {
      await page.keyboard.press(isMenu ? 'ArrowDown' : 'Tab');
      const now = await page.evaluate(focusIn, { layer, first });
      if (now === 'out') return [`the focus leaves it after ${presses} presses`];
      if (now === 'first') return [];
    }
  } finally {
    await Promise.all([layer?.dispose(), first.dispose()]);
  }
  return [];
}

interface Ends {
  readonly layer: Element | null;
  readonly first: Element | null;
}

/** Two frames later counts where the focus is outside or at the edge: guards there move it on their own. */
async function focusIn({ layer, first }: Ends): Promise<'first' | 'in' | 'out'> {
  const isGuard = (): boolean => document.activeElement?.hasAttribute('data-base-ui-focus-guard') ?? false;
  const isInside = (): boolean => (layer?.contains(document.activeElement) ?? false) && !isGuard();
  if (!isInside())
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  if (first !== null && document.activeElement === first) return 'first';
  return isInside() || isGuard() ? 'in' : 'out';
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
