import type { CDPSession, Locator, Page } from 'playwright-core';

/**
 * A finger on the glass, by the browser's own touch events: what is under it is found anew when it is lifted.
 */
export interface Finger {
  /** Puts it on the middle of an element, or at a point of it. */
  readonly rest: (on: Locator) => Promise<void>;
  readonly lift: () => Promise<void>;
}

export async function fingerOf(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    rest: async (on) => {
      const box = await on.boundingBox();
      if (box === null) throw new Error('nothing to touch');
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    },
    lift: async () => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}
