import type { CDPSession, Page } from 'playwright-core';

/** A page on a slowed processor, and the work of its main thread. */
export interface SlowPage {
  readonly page: Page;
  /**
   * The longest task of the main thread during `act`, in ms. It is 0 below 50 ms, because shorter tasks are
   * not reported.
   */
  longestTask(act: () => Promise<unknown>): Promise<number>;
  /**
   * Time of the main thread in ms, from the start of `act` until two frames after `selector` appears. The
   * page waits with code from before, because a request from outside would use the same thread.
   */
  mainThread(act: () => Promise<unknown>, selector: string): Promise<number>;
  slow(times: number): Promise<void>;
}

export async function slowPage(page: Page, times: number): Promise<SlowPage> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const slow = async (by: number) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: by });
  };
  await slow(times);
  return {
    page,
    slow,
    longestTask: async (act) => {
      await page.evaluate(watchTasks);
      await act();
      await twoFrames(page);
      return page.evaluate(() => Math.max(0, ...(Reflect.get(globalThis, 'longTasks') as readonly number[])));
    },
    mainThread: async (act, selector) => {
      const view = appears(page, selector);
      await page.waitForTimeout(SETTLED_MS);
      const before = await taskMs(session);
      await act();
      await view;
      return (await taskMs(session)) - before;
    },
  };
}

function watchTasks(): void {
  (Reflect.get(globalThis, 'taskWatcher') as PerformanceObserver | undefined)?.disconnect();
  const tasks: number[] = [];
  const watcher = new PerformanceObserver((found) =>
    tasks.push(...found.getEntries().map((entry) => entry.duration)),
  );
  watcher.observe({ type: 'longtask' });
  Object.assign(globalThis, { longTasks: tasks, taskWatcher: watcher });
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );

/** Time for the work after an opening: remaining rows and requests to the server. */
export const SETTLED_MS = 1_000;

/**
 * Waits until two frames after it appears. The wait runs in the page and checks only when elements are added.
 */
export const appears = (page: Page, selector: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted) === null) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { childList: true, subtree: true });
        look();
      }),
    selector,
  );

/** Turns of the wheel over the middle of an element that scrolls, one in each frame. */
export async function wheel(page: Page, selector: string, turns: number, stepPx: number): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, stepPx);
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  }
}

/**
 * The same list as plain elements: the first row of `selector`, `count` times, in a scrolling box of the same
 * size.
 */
export function plainList(page: Page, selector: string, count: number): Promise<void> {
  return page.evaluate(
    ([wanted, times]) => {
      const scroller = document.querySelector(wanted);
      const row = scroller?.querySelector('li:nth-child(3)');
      if (!(scroller instanceof HTMLElement) || !(row instanceof HTMLElement))
        throw new Error(`no rows in ${wanted}`);
      const { left, top, width, height } = scroller.getBoundingClientRect();
      const box = document.body.appendChild(document.createElement('div'));
      box.id = 'plain';
      box.style.cssText = `position: fixed; z-index: 99; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; overflow-y: auto; background: #fff`;
      const copy = row.cloneNode(true) as HTMLElement;
      copy.removeAttribute('style');
      box.innerHTML = `<ul>${copy.outerHTML.repeat(times)}</ul>`;
    },
    [selector, count] as const,
  );
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
