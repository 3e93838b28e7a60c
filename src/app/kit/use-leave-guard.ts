import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConfirmWords } from './dialogs.tsx';
import { useAsk } from './use-ask.tsx';

/**
 * Asks before a press on a link or the back button of the page throws away what was typed, and lets the
 * browser ask when the window closes. The browser's own back button goes without asking.
 */
export function useLeaveGuard(unsaved: boolean, words: ConfirmWords): void {
  const ask = useAsk();
  const navigate = useNavigate();
  const onPress = useEffectEvent(async (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#/"], header button') : null;
    // Menus of the bar and other windows' parts stay usable.
    if (target === null || target.hasAttribute('aria-haspopup')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await ask(words))) return;
    const to = target.getAttribute('href')?.slice(1);
    if (to === undefined) void navigate(-1);
    else void navigate(to);
  });
  useEffect(() => {
    if (!unsaved) return undefined;
    const press = (event: MouseEvent) => void onPress(event);
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', press, true);
    addEventListener('beforeunload', close);
    return () => {
      document.removeEventListener('click', press, true);
      removeEventListener('beforeunload', close);
    };
  }, [unsaved]);
}
