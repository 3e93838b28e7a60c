import type { CDPSession, Locator, Page } from 'playwright-core';

/** More Tabs than any page has controls. A page that needs more is faulty. */
const PRESSES_MAX = 120;
/** Presses between two looks at where the walk is. */
const STEP = 8;
/** Presses inside a layer. Most layers wrap around earlier. */
const ROUND_MAX = 12;
/** Presses inside a layer between two looks. */
const ROUND_STEP = 3;

interface Walk {
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
}

/* oxlint-disable unicorn/consistent-function-scoping -- the page gets each of these functions alone */
/** Before the first Tab: what can be reached from the place to start from, and how it looks without focus. */
async function begin(whole: boolean): Promise<void> {
  // Pages that set the focus on their own would be compared with the focus shown.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
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
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const start = document.createElement('span');
  start.tabIndex = 0;
  const main = [...document.querySelectorAll('main,[role=main]')].find(isVisible);
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
      isVisible(element)
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
  await page.evaluate(begin, whole);
  const keys = await keysOf(page);
  let presses = 0;
  for (; presses < PRESSES_MAX; presses += STEP) {
    // Without waiting for each: the page notes what happens.
    await pressAll(keys, TAB, STEP);
    if (await page.evaluate(isRound)) break;
  }
  const { missed, unseen } = await page.evaluate(end);
  return [
    ...missed.map((name) => `Tab does not reach ${name}`),
    ...unseen.map((name) => `one cannot see that the focus is on ${name}`),
    ...(presses >= PRESSES_MAX ? [`${PRESSES_MAX} Tabs lead to no end`] : []),
  ];
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const DOWN = { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 } as const;

const sessions = new WeakMap<Page, Promise<CDPSession>>();
/** One session for each page: to open it costs more than a press. */
function keysOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

const pressAll = (keys: CDPSession, key: typeof TAB | typeof DOWN, times: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: times }, () => [
      keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]).flat(),
  );

/** Opened by keys, it has the focus and keeps it, all the way round. */
export async function keepsFocus(top: Locator): Promise<readonly string[]> {
  const page = top.page();
  if (!(await gotFocus(top))) return ['it does not get the focus'];
  const key = await top.evaluate(beginRound);
  if (key === null) return ['none of its entries has the focus'];
  const keys = await keysOf(page);
  for (;;) {
    await pressAll(keys, key === 'Tab' ? TAB : DOWN, ROUND_STEP);
    const { presses, place } = await page.evaluate(roundSoFar, ROUND_MAX);
    if (place === 'out') return [`the focus leaves it after ${presses} presses`];
    if (place === 'first' || presses >= ROUND_MAX) return [];
  }
}

interface Round {
  presses: number;
  /** Where the focus is: where it was at first, inside the layer, or outside of it. */
  place: 'first' | 'in' | 'out';
  /** The focus may still move on its own after the last press. */
  settles: Promise<void> | null;
  readonly ends: AbortController;
}

/** Notes where each press leads. Answers the key that goes round; null: no entry of a menu has the focus. */
function beginRound(layer: Element): 'Tab' | 'ArrowDown' | null {
  const isMenu = layer.getAttribute('role') === 'menu';
  if (isMenu && layer.querySelector('[role^=menuitem]:focus') === null) return null;
  const expected = isMenu ? 'ArrowDown' : 'Tab';
  const first = document.activeElement;
  const round: Round = { presses: 0, place: 'in', settles: null, ends: new AbortController() };
  const isGuard = (): boolean => document.activeElement?.hasAttribute('data-base-ui-focus-guard') ?? false;
  const isInside = (): boolean => layer.contains(document.activeElement) && !isGuard();
  const note = (): void => {
    round.presses += 1;
    if (first !== null && document.activeElement === first) round.place = 'first';
    else round.place = isInside() || isGuard() ? 'in' : 'out';
    round.settles = null;
  };
  let before: Element | null = null;
  let isPressed = false;
  const options = { capture: true, signal: round.ends.signal };
  const onDown = (event: KeyboardEvent): void => {
    if (event.key !== expected) return;
    isPressed = round.settles === null && round.place === 'in';
    before = document.activeElement;
    if (isPressed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onUp = ({ key }: KeyboardEvent): void => {
    if (key !== expected || !isPressed) return;
    isPressed = false;
    // Guards at the edge, and menus, move the focus on their own: two frames later counts.
    if (isInside() && document.activeElement !== before) return note();
    round.settles = new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(note())));
    });
  };
  addEventListener('keydown', onDown, options);
  addEventListener('keyup', onUp, options);
  Reflect.set(globalThis, 'round', round);
  return expected;
}

async function roundSoFar(pressesMax: number): Promise<Pick<Round, 'presses' | 'place'>> {
  const round = Reflect.get(globalThis, 'round') as Round;
  await round.settles;
  const { presses, place, ends } = round;
  if (place !== 'in' || presses >= pressesMax) ends.abort();
  return { presses, place };
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
    if (await wanted.evaluateAll(([first]) => first !== undefined && first === document.activeElement))
      return;
    await page.keyboard.press(key);
  }
  throw new Error(
    `${PRESSES_MAX} presses of ${key} did not lead there; at ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '')}`,
  );
}
