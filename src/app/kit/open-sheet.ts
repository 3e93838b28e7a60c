/** Returns the topmost open sheet or dialog, whose text would go with its page, or null. */
export const openSheet = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-over][data-open]')].findLast((one) =>
    ['dialog', 'alertdialog'].includes(one.role ?? ''),
  ) ?? null;
