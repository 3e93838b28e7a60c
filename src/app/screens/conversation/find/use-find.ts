import { useState } from 'react';
import { useOnTop, useWindowKeys } from '../../../kit/use-on-top.ts';
import type { ChatWindowView } from '../use-window.ts';

export interface Find {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/**
 * Ctrl or Cmd and F search the open chat; while a part is over it, the browser's own search opens. A press
 * while the chat is still loading opens it afterwards.
 */
export function useFind(stage: ChatWindowView['stage'], isOffered: boolean): Find {
  const [open, setOpen] = useState(false);
  useWindowKeys((event) => {
    if (
      !isOffered ||
      (stage !== 'shown' && stage !== 'loading') ||
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
  const isShown = open && isOffered && stage === 'shown';
  useOnTop(isShown, () => setOpen(false));
  return {
    open: isShown,
    toggle: () => setOpen(!open),
    close: () => setOpen(false),
  };
}
