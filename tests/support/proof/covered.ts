import type { Page } from 'playwright-core';

/** Messages whose time is drawn over their words (UI-126). */
export const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')].flatMap((bubble) => {
      const [words, time] = [bubble.querySelector('[data-words]'), bubble.querySelector('time')];
      if (!words || !time) return [];
      const range = document.createRange();
      range.selectNodeContents(words);
      const at = time.getBoundingClientRect();
      const isOver = [...range.getClientRects()].some(
        (line) =>
          line.width > 0 &&
          line.left < at.right - 1 &&
          line.right > at.left + 1 &&
          line.top < at.bottom - 4 &&
          line.bottom > at.top + 4,
      );
      return isOver ? [`the time is over "${words.textContent}"`] : [];
    }),
  );
