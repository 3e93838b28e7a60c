import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from './navigation.ts';
import type { ConfirmWords } from './dialogs.tsx';
import { holdHistory } from './history-hold.ts';
import { useAsk } from './use-ask.tsx';

/**
 * Asks before a press on a link, the back button of the page or that of the browser discards typed text, and
 * lets the browser ask when the window closes.
 */
export function useLeaveGuard(unsaved: boolean, words: ConfirmWords): void {
  const ask = useAsk();
  const navigate = useNavigate();
  // The user confirmed: the next step of the history passes.
  const free = useRef(false);
  const onPress = useEffectEvent(async (event: MouseEvent) => {
    const target =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('a[href^="#/"], header button')
        : null;
    // Menus of the bar and other windows' parts stay usable.
    if (target === null || target.hasAttribute('aria-haspopup')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await ask(words))) return;
    free.current = true;
    const to = target.getAttribute('href')?.slice(1);
    if (to === undefined) void navigate(-1);
    else void navigate(to);
  });
  const onBack = useEffectEvent(async (by: number) => {
    if (!(await ask(words))) return;
    free.current = true;
    window.history.go(by);
  });
  useEffect(
    () =>
      unsaved ? holdHistory({ stops: () => !free.current, stopped: (by) => void onBack(by) }) : undefined,
    [unsaved],
  );
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
