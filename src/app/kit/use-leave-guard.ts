import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import type { ConfirmWords } from './dialogs.tsx';
import { holdHistory } from './history-hold.ts';
import { guardPage } from './unsaved-page.ts';
import { useAsk } from './use-ask.tsx';

/**
 * Asks before a press on a link, the back button of the page or that of the browser discards typed text, and
 * lets the browser ask when the window closes. A call floats above such a page (CALLUI-23).
 */
export function useLeaveGuard(isUnsaved: boolean, words?: ConfirmWords): void {
  const { t } = useTranslation();
  const ask = useAsk();
  // The user confirmed: the next step of the history passes.
  const free = useRef(false);
  const onLeave = useEffectEvent(async (leave: () => void) => {
    const usual = { title: t('common.discardTyped'), confirm: t('common.discard'), danger: true };
    if (!free.current && !(await ask(words ?? usual))) return;
    free.current = true;
    leave();
  });
  // At once, also for a press that follows the first letter.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    free.current = false;
    const onBack = (by: number) => void onLeave(() => window.history.go(by));
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    const ends = [
      holdHistory({ stops: () => !free.current, stopped: onBack }),
      guardPage((leave) => void onLeave(leave)),
      () => removeEventListener('beforeunload', onClose),
    ];
    addEventListener('beforeunload', onClose);
    return () => {
      for (const end of ends) end();
    };
  }, [isUnsaved]);
}
