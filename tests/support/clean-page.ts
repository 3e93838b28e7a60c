import * as react from 'react';
import { afterAll, vi } from 'vitest';
// The package that cleans markup keeps references to the page from its load.
import './node-names.ts';

/**
 * Isolates test files that share one simulated browser. Each file starts with fresh modules and with the page
 * as it was before the first file. Packages stay loaded, because loading them took most of the time of such a
 * file.
 */
interface Page {
  /** Properties of what tests and the app put properties on. */
  readonly before: readonly (readonly [owner: object, PropertyDescriptorMap])[];
  /** Each removes one listener of the window or the document. */
  readonly listeners: (() => void)[];
  readonly size: { readonly width: number; readonly height: number };
  readonly address: string;
}

const browser = Reflect.get(window, 'happyDOM') as {
  setViewport(size: Page['size']): void;
  setURL(address: string): void;
};

const here = globalThis as { pageOfTests?: Page };

function owners(): readonly object[] {
  const classes = Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => (globalThis as Record<string, unknown>)[name])
    .flatMap((one) => (typeof one === 'function' && one.prototype ? [one.prototype as object] : []));
  return [...new Set([navigator, document, screen, history, ...classes])];
}

function watch(): Page {
  const listeners: Page['listeners'] = [];
  for (const target of [globalThis, document] as EventTarget[]) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    target.addEventListener = (...listener: Parameters<EventTarget['addEventListener']>) => {
      add(...listener);
      listeners.push(() => remove(...listener));
    };
  }
  return {
    before: owners().map((one) => [one, Object.getOwnPropertyDescriptors(one)]),
    listeners,
    size: { width: innerWidth, height: innerHeight },
    address: location.href,
  };
}

function restored(owner: object, before: PropertyDescriptorMap): void {
  for (const key of Reflect.ownKeys(owner)) if (!(key in before)) Reflect.deleteProperty(owner, key);
  for (const key of Reflect.ownKeys(before)) {
    const was = before[key as string] as PropertyDescriptor;
    const now = Object.getOwnPropertyDescriptor(owner, key);
    if (now?.value !== was.value || now?.get !== was.get || now?.set !== was.set)
      Reflect.defineProperty(owner, key, was);
  }
}

/**
 * React's development build creates an `Error` for each of the first 10,000 elements of a second, to name
 * their owners in warnings. That took a tenth of the time of these tests, so the limit counts as reached.
 */
const internals = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => undefined,
});

const page = (here.pageOfTests ??= watch());
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const remove of page.listeners.splice(0)) remove();
  for (const [owner, before] of page.before) restored(owner, before);
  browser.setViewport(page.size);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  // A saved file may have taken the page to an address without an origin.
  browser.setURL(page.address);
  document.title = '';
});
