import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { holdHistory, standOnDoorstep } from './history-hold.ts';

/** Passes keys pressed anywhere in the window to the latest `onKey`, while `isActive`. */
export function useWindowKeys(onKey: (event: KeyboardEvent) => void, isActive = true): void {
  const latest = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return undefined;
    const handler = (event: KeyboardEvent) => latest(event);
    addEventListener('keydown', handler);
    return () => removeEventListener('keydown', handler);
  }, [isActive]);
}

/**
 * Registers a part over a page while it is open. The browser's back button closes it instead of leaving the
 * page, and it closes with its page (UI-89). `firm`: only an answer closes it.
 */
export function useOnTop(open: boolean, onClose: () => void, firm = false): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const over = useRef<string | null>(null);
  const close = useEffectEvent(() => {
    if (!firm) onClose();
  });
  useEffect(() => {
    if (!open) return undefined;
    standOnDoorstep();
    return holdHistory({ stops: (by) => by < 0, stopped: () => close() });
  }, [open]);
  useEffect(() => {
    if (!open) over.current = null;
    else if (over.current === null) over.current = address;
    else if (over.current !== address) close();
  }, [open, address]);
}

/**
 * Ends a mode of a page, such as selecting, by Escape or back, unless a part is over it. `leave`: what back
 * or another address does instead.
 */
export function useModeEnd(end: () => void, leave = end): void {
  useOnTop(true, leave);
  useWindowKeys((event) => isFreeEscape(event) && end());
}

/** Escape that no other part has used. */
export const isFreeEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' &&
  !event.defaultPrevented &&
  document.querySelector('[role=dialog],[role=alertdialog],[role=menu]') === null;
