import { useEffect } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { placeOfPath } from './routes.tsx';
import { PATHS } from '../paths/paths.ts';

const FIRST_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;
const loadOverlays = () =>
  Promise.all([
    import('../kit/overlays/menu-popup.tsx'),
    import('../kit/overlays/action-sheet.tsx'),
    import('../kit/overlays/dialog-frame.tsx'),
    import('../kit/dialogs.tsx'),
    import('../screens/chats/add-menu.tsx'),
    import('../screens/chats/row-menu.tsx'),
  ]);

/** Prefetches the code that the next press most likely needs, as soon as the pointer or a key moves. */
export function usePreparedPress(): void {
  useEffect(() => {
    const chat = placeOfPath(PATHS.chat);
    const loads = [...(chat.kind === 'page' ? [chat.route.load] : []), loadOverlays, pageTexts];
    const fetchAll = () => {
      for (const type of FIRST_EVENTS) removeEventListener(type, fetchAll);
      // The real use tries again, and reports the failure.
      for (const load of loads) load().catch(() => undefined);
    };
    for (const type of FIRST_EVENTS) addEventListener(type, fetchAll);
    return () => {
      for (const type of FIRST_EVENTS) removeEventListener(type, fetchAll);
    };
  }, []);
}
