import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConfirmWords } from './dialogs.tsx';
import { useAsk } from './use-ask.tsx';

/**
 * Asks before a press on a link, the back button of the page or that of the browser throws away what was
 * typed, and lets the browser ask when the window closes.
 */
export function useLeaveGuard(unsaved: boolean, words: ConfirmWords): void {
  const ask = useAsk();
  const navigate = useNavigate();
  // The person has said yes: the next step of the history passes.
  const free = useRef(false);
  const onPress = useEffectEvent(async (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#/"], header button') : null;
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
  useEffect(() => (unsaved ? holdHistory(free, (by) => void onBack(by)) : undefined), [unsaved]);
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

/**
 * Keeps the page when the browser's back or forward button is used: the step is taken back before the
 * router sees it, and `left` is told how far it went.
 */
function holdHistory(free: { readonly current: boolean }, left: (by: number) => void): () => void {
  const here = stepOf(window.history.state) ?? 0;
  let returning = false;
  const onStep = (event: PopStateEvent) => {
    if (free.current) return;
    event.stopImmediatePropagation();
    if (returning) {
      returning = false;
      return;
    }
    // An address typed by hand has no number: it is a step forward.
    const by = (stepOf(event.state) ?? here + 1) - here;
    if (by === 0) return;
    returning = true;
    window.history.go(-by);
    left(by);
  };
  addEventListener('popstate', onStep, true);
  return () => removeEventListener('popstate', onStep, true);
}

/** The router numbers its own history entries. */
function stepOf(state: unknown): number | null {
  const idx: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : null;
  return typeof idx === 'number' ? idx : null;
}
