import { useEffect } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { CHAT } from '../kit/use-back.ts';
import { placeOfPath } from '../routes.tsx';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
const loadOverlays = () => Promise.all([import('../kit/overlays/menu-popup.tsx'), import('../kit/overlays/dialog-frame.tsx'), import('../screens/home/add-menu.tsx')]);

/** What the next press most likely needs: fetched at the first sign of a hand, so that nothing is waited for. */
export function useReadyHands(): void {
  useEffect(() => {
    const chat = placeOfPath(CHAT);
    const wanted = [...(chat.kind === 'page' ? [chat.route.load] : []), loadOverlays, pageTexts];
    const fetchAll = () => {
      for (const sign of SIGNS) removeEventListener(sign, fetchAll);
      // Tried again, and told, when it is really wanted.
      for (const load of wanted) load().catch(() => undefined);
    };
    for (const sign of SIGNS) addEventListener(sign, fetchAll);
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, fetchAll);
    };
  }, []);
}
