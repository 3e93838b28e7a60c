import type { KeyboardEvent, RefObject } from 'react';

/**
 * Arrows move from the field through all rows below it and back. False: another key, or no row in that
 * direction.
 */
export function moveAmongRows(event: KeyboardEvent, box: RefObject<HTMLElement | null>): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  // Up from the first one leads back to where one types.
  const next =
    at === 0 && event.key === 'ArrowUp'
      ? box.current?.querySelector<HTMLElement>('input')
      : rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}
