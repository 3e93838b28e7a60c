import { useEffect, useRef, type RefObject } from 'react';
import type { Controller } from '../model/controller.ts';
import type { ScreenLink } from '../model/screen-link.ts';

interface Keys {
  readonly controller: Controller;
  readonly link: ScreenLink;
  readonly help: () => void;
  readonly escape: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** Keys work with any focus outside of a text field, and in the frame of the screen. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target instanceof HTMLElement ? event.target : null;
      if (perform(event.key, event.shiftKey, at, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const { link } = keys;
  useEffect(() => {
    return link.listenToKeys((key, shift) => void perform(key, shift, null, latest.current));
  }, [link]);
}

function perform(key: string, shift: boolean, at: HTMLElement | null, keys: Keys): boolean {
  const { controller, link, help, escape, search } = keys;
  if (key === 'Escape') {
    at?.blur();
    link.forget();
    escape();
    return true;
  }
  if (at !== null && at.matches('input:not([type=range], [type=checkbox]), textarea, select')) return false;
  switch (key) {
    case ' ':
      // A button that has the focus is pressed by it.
      if (at?.matches('button, input, a')) return false;
      controller.play(!controller.get().playing);
      return true;
    case 'ArrowRight':
      controller.step(shift ? 10 : 1);
      return true;
    case 'ArrowLeft':
      controller.step(shift ? -10 : -1);
      return true;
    case 'Home':
      controller.jump(0);
      return true;
    case 'End':
      controller.jump(controller.session.length);
      return true;
    case '[':
      link.seek(-1);
      return true;
    case ']':
      link.seek(1);
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
