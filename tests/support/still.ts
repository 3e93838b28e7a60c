import type { Locator } from 'playwright-core';

/**
 * Waits until an element keeps its place for three frames. Returns its distance from the top of the window in
 * px.
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

/**
 * The first of some elements that is in the window. One that the mouse itself scrolls to still moves between
 * press and release, while the rows around it are measured for the first time.
 */
export async function oneInView(all: Locator): Promise<Locator> {
  await all.first().waitFor();
  const at = await all.evaluateAll((elements) =>
    elements.findIndex((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    }),
  );
  return all.nth(at);
}

/**
 * Scrolls the list of a chat to its end by the mouse wheel, and waits until it rests there. A script's own
 * scrolling would be undone while the list keeps the first unread message in view (UI-14).
 */
export async function rollToEnd(list: Locator): Promise<void> {
  const box = await list.boundingBox();
  if (box === null) throw new Error('the list is not drawn');
  const { mouse } = list.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.wheel(0, 100_000);
  await list.evaluate(async (element) => {
    let [before, frames] = ['', 0];
    while (frames < 3) {
      await new Promise(requestAnimationFrame);
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      const rows = element.querySelectorAll('[data-message]').length;
      const now = `${element.scrollTop} ${element.scrollHeight} ${rows}`;
      frames = left <= 1 && now === before ? frames + 1 : 0;
      before = now;
    }
  });
}
