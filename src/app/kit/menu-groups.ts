import type { MenuItem } from './menu.tsx';

/** True if a line belongs above the item. */
export const startsGroup = (items: readonly MenuItem[], at: number): boolean =>
  at > 0 && items[at]?.group !== items[at - 1]?.group;
