import type { Locator } from 'playwright-core';

/**
 * Waits until an element stands where it is for three frames; answers its distance from the top of the
 * window, in px.
 */
export const still = (element: Locator): Promise<number> =>
  element.evaluate(async (one) => {
    let [at, frames] = [Number.NaN, 0];
    while (frames < 3) {
      await new Promise(requestAnimationFrame);
      const { top } = one.getBoundingClientRect();
      frames = top === at ? frames + 1 : 0;
      at = top;
    }
    return at;
  });
