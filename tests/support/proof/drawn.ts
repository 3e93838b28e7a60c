import type { Page } from 'playwright-core';

/** Waits two frames: a size measured in the first is drawn in the second. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
