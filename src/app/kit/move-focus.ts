import type { KeyboardEvent } from 'react';
import { directionFactor } from './direction.ts';

/** Up and down go from row to row (`data-row`), so that a long list needs no long way of tabs. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Left and right move the focus along the buttons of a toolbar, and around its ends. */
export function alongButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((one) => one === document.activeElement);
  event.preventDefault();
  event.stopPropagation();
  buttons[(at + step * directionFactor() + buttons.length) % buttons.length]?.focus();
}
