import type { ReactElement } from 'react';

/** Returns the same row for the same item: React skips an identical element. */
export function rowCache<T extends object>(
  draw: (item: T, at: number) => ReactElement,
): (item: T, at: number) => ReactElement {
  const elements = new WeakMap<T, ReactElement>();
  return (item, at) => {
    const row = elements.get(item) ?? draw(item, at);
    elements.set(item, row);
    return row;
  };
}
