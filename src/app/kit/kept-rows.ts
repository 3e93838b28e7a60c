import type { ReactElement } from 'react';

/**
 * The same row for an item that is the same object: React leaves a row alone that is the same element as
 * before.
 */
export function keptRows<T extends object>(
  draw: (item: T, at: number) => ReactElement,
): (item: T, at: number) => ReactElement {
  const drawn = new WeakMap<T, ReactElement>();
  return (item, at) => {
    const row = drawn.get(item) ?? draw(item, at);
    drawn.set(item, row);
    return row;
  };
}
