import type { Page } from 'playwright-core';

/** Layout faults of a window. The search runs inside the page, where all is measured at one moment. */
export interface ShapeLook {
  /** Controls must be 44 px in both directions, as for a finger. */
  readonly touch: boolean;
  /** No Chinese outside these words. */
  readonly english: boolean;
  /** Words of names and messages; others are not translated if they are outside of brackets. */
  readonly data?: readonly string[];
}

/**
 * One line per fault: sideways scrolling, controls out of reach, cut or covered words, small targets, raw
 * keys, motion that was not wanted.
 */
export function shapeFaults(page: Page, look: ShapeLook): Promise<readonly string[]> {
  return page.evaluate(inPage, look);
}

/** The same at twice the size of text: nothing may be lost. */
export function largeTextFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(inPage, { touch: false, english: false, isLarge: true });
}

/* oxlint-disable unicorn/consistent-function-scoping -- the page gets this function alone */
/** Runs in the page, alone: everything it needs is inside. */
async function inPage({
  touch,
  english,
  data,
  isLarge = false,
}: ShapeLook & { readonly isLarge?: boolean }): Promise<string[]> {
  const { style: rootStyle } = document.documentElement;
  if (isLarge) {
    rootStyle.fontSize = '200%';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  const CONTROLS =
    'a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=menuitem],[role=checkbox],[role=switch],[role=option]';
  const RAW_KEY =
    /^(?:title|tab|nav|page|common|empty|err|net|time|a11y|contact|profile|secure|setting|about|web|qr|scan|discover|moments|friend|person|pager|home|chatOp|contacts|me|auth|logout|login|reg|rule|msg|chat|mention|menu|group|ginfo|gmem|gman|gjoin|sel|media|viewer|emoji|attach|card|loc|plus|rec|history|video|search|switcher|call|files|week|lang|quiet|storage)\.[a-zA-Z0-9_.]+$/;
  const faults: string[] = [];
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}" ${(element.getAttribute('class') ?? '').slice(0, 40)}`;
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.closest('[aria-hidden=true],[inert],[hidden]') === null;
  const scrollsSideways = (element: Element | null): boolean => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if ((overflowX === 'auto' || overflowX === 'scroll') && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const hiddenByClip = (element: Element): boolean =>
    element.getBoundingClientRect().width <= 1 ||
    getComputedStyle(element).clipPath === 'inset(50%)' ||
    element.closest('[data-offscreen]') !== null;

  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide in ${width}`);
  for (const element of document.querySelectorAll('body *')) {
    if (!isVisible(element) || hiddenByClip(element)) continue;
    const style = getComputedStyle(element);
    if (style.overflowY === 'auto' || style.overflowY === 'scroll') {
      // A strip of one row is meant to be drawn aside; a page is not.
      const target = element.clientHeight < 120;
      if (!target && style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        faults.push(`scrolls sideways: ${nameOf(element)} ${element.scrollWidth} in ${element.clientWidth}`);
    }
    const own = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    const cut =
      style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none';
    if (own && cut && element.scrollWidth > element.clientWidth + 1)
      faults.push(`words are cut: ${nameOf(element)} ${element.scrollWidth} in ${element.clientWidth}`);
  }
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isVisible(element) || hiddenByClip(element)) continue;
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    if ((box.left < -1 || box.right > width + 1) && !scrollsSideways(element.parentElement))
      faults.push(
        `out of reach: ${nameOf(element)} at ${Math.round(box.left)}–${Math.round(box.right)} of ${width}`,
      );
    // Letters at the edge are one control for a sliding finger. The list and the search offer the same.
    if (!touch || element.closest('[data-letter]') !== null) continue;
    const inWords = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const parts = ['::before', '::after']
      .map((part) => getComputedStyle(element, part))
      .filter((part) => part.content !== 'none' && part.position === 'absolute');
    const wide = Math.max(box.width, ...parts.map((part) => Number.parseFloat(part.width) || 0));
    const high = Math.max(box.height, ...parts.map((part) => Number.parseFloat(part.height) || 0));
    if (!inWords && (wide < 43.5 || high < 43.5))
      faults.push(`small target: ${nameOf(element)} ${Math.round(wide)} × ${Math.round(high)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words: [string, Element][] = [];
  while (walker.nextNode())
    if (walker.currentNode.parentElement !== null)
      words.push([walker.currentNode.nodeValue ?? '', walker.currentNode.parentElement]);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      words.push([element.getAttribute(name) ?? '', element]);
  words.push([document.title, document.body]);
  for (const [text, element] of words) {
    if (element.closest('script,style,noscript') !== null) continue;
    if (RAW_KEY.test(text.trim())) faults.push(`a key instead of words: ${text}`);
    if (/\{\{|\}\}|\[object |\bundefined\b|\bNaN\b/.test(text)) faults.push(`not words: ${text}`);
    // Matches of a search cut a text into parts.
    const whole = element.closest(':has(> mark)')?.textContent ?? text;
    const others = whole.replace(/⟦[^]*⟧/g, '').match(/[\p{L}\p{N}]{2,}/gu) ?? [];
    const isData = (word: string) => /\p{N}/u.test(word) || data?.includes(word.toLowerCase()) === true;
    const isShipped = element.closest('[frimousse-root],select,[lang]:not(html)') !== null;
    if (data !== undefined && !isShipped && !others.every(isData))
      faults.push(`not translated: ${whole.slice(0, 60)}`);
    if (
      english &&
      /\p{Script=Han}/u.test(text) &&
      // A part in another language names it, as each entry of the list of languages does.
      element.closest('[lang]:not(html)') === null
    )
      faults.push(`Chinese in English: ${text.slice(0, 60)}`);
  }
  for (const motion of document.getAnimations()) {
    const { duration } = motion.effect?.getComputedTiming() ?? {};
    if (motion.playState === 'running' && typeof duration === 'number' && duration > 1)
      faults.push(
        `moves although less motion is wanted: ${motion.id || nameOf((motion.effect as KeyframeEffect).target ?? document.body)}`,
      );
  }
  if (isLarge) rootStyle.fontSize = '';
  const all = isLarge ? faults.map((fault) => `at 200 %: ${fault}`) : faults;
  // Messages whose time is drawn over their words (UI-126), also when the size of text has changed.
  for (const bubble of document.querySelectorAll('article')) {
    const [text, time] = [bubble.querySelector('[data-words]'), bubble.querySelector('time')];
    if (!text || !time) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const at = time.getBoundingClientRect();
    const isOver = [...range.getClientRects()].some(
      (line) =>
        line.width > 0 &&
        line.left < at.right - 1 &&
        line.right > at.left + 1 &&
        line.top < at.bottom - 4 &&
        line.bottom > at.top + 4,
    );
    if (isOver) all.push(`the time is over "${text.textContent}"`);
  }
  return all;
}
