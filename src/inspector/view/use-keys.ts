import { useEffect, useRef, type RefObject } from 'react';
import type { Desk } from '../model/desk.ts';

interface Keys {
  readonly desk: Desk;
  readonly help: () => void;
  readonly escape: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** Space, arrows, slash and question mark, with any focus outside of a text field. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (perform(event, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

function perform(event: KeyboardEvent, { desk, help, escape, search }: Keys): boolean {
  const at = event.target instanceof HTMLElement ? event.target : null;
  if (event.key === 'Escape') {
    at?.blur();
    escape();
    return true;
  }
  if (at !== null && at.matches('input:not([type=range], [type=checkbox]), textarea, select')) return false;
  switch (event.key) {
    case ' ':
      // A button that has the focus is pressed by it.
      if (at?.matches('button, input, a')) return false;
      desk.play(!desk.get().playing);
      return true;
    case 'ArrowRight':
      desk.step(event.shiftKey ? 10 : 1);
      return true;
    case 'ArrowLeft':
      desk.step(event.shiftKey ? -10 : -1);
      return true;
    case 'Home':
      desk.jump(0);
      return true;
    case 'End':
      desk.jump(desk.session.length);
      return true;
    case '/':
      search.current?.focus();
      return true;
    case '?':
      help();
      return true;
    default:
      return false;
  }
}
