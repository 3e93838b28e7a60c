import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { holdHistory, standOnDoorstep } from './history-hold.ts';

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
