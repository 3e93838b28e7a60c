import { useState } from 'react';
import { useWindowKeys } from '../../../kit/use-window-keys.ts';

export interface Find {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Ctrl or Cmd and F search the open chat; while something lies over it the browser's own search stays. */
export function useFind(possible: boolean): Find {
  const [open, setOpen] = useState(false);
  useWindowKeys((event) => {
    if (
      !possible ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey ||
      event.key.toLowerCase() !== 'f'
    )
      return;
    if (document.querySelector('[role=dialog], dialog[open]') !== null) return;
    event.preventDefault();
    setOpen(true);
  });
  return { open: open && possible, toggle: () => setOpen(!open), close: () => setOpen(false) };
}
