import type { CDPSession, Locator, Page } from 'playwright-core';

/**
 * A finger on the screen, through touch events of the browser. On release it looks up the element under it
 * again.
 */
export interface Finger {
  /** Puts it on the middle of an element, or at a point of it. */
  readonly rest: (on: Locator) => Promise<void>;
  /** Draws it so far from where it was put, in some steps. */
  readonly draw: (x: number, y: number) => Promise<void>;
  readonly lift: () => Promise<void>;
}

const STEPS = 8;

export async function fingerOf(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let from = { x: 0, y: 0 };
  return {
    draw: async (x, y) => {
      for (let part = 1; part <= STEPS; part += 1) {
        const point = { x: from.x + (x * part) / STEPS, y: from.y + (y * part) / STEPS };
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
      }
    },
    rest: async (on) => {
      const box = await on.boundingBox();
      if (box === null) throw new Error('nothing to touch');
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      from = point;
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    },
    lift: async () => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}
