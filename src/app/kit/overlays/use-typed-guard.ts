import { type FocusEvent, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Ask, AskContext } from '../ask-context.ts';

/** Text fields; no search fields or codes. */
const WORDS = 'textarea, input[type="text"]:not([inputmode="numeric"])';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Asks before a press outside, Escape, the cross or the back button discards typed text in a sheet, and lets
 * the browser ask before a reload (UI-140). A button with a label, such as "Cancel", does not ask.
 */
export function useTypedGuard(
  open: boolean,
  onClose: () => void,
): { readonly close: () => void; readonly onFocus: (event: FocusEvent) => void } {
  const { t } = useTranslation();
  // The login page has no host for questions, and its sheets take only codes.
  const ask = useContext(AskContext)?.ask ?? null;
  /** Each field with its text at its first focus. */
  const fields = useRef(new Map<Field, string>());
  const asking = useRef(false);
  const isTyped = () =>
    [...fields.current].some(
      ([field, before]) => field.isConnected && field.value.trim() !== '' && field.value !== before,
    );
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isTyped()) event.preventDefault();
  });
  useEffect(() => {
    if (!open) return undefined;
    const unload = (event: BeforeUnloadEvent) => onUnload(event);
    addEventListener('beforeunload', unload);
    return () => removeEventListener('beforeunload', unload);
  }, [open]);
  const question = async (ask: Ask) => {
    asking.current = true;
    const isSure = await ask({ title: t('common.discardTyped'), confirm: t('common.discard'), danger: true });
    asking.current = false;
    if (isSure) onClose();
  };
  return {
    close: () => {
      if (asking.current) return;
      if (ask !== null && isTyped()) void question(ask);
      else onClose();
    },
    onFocus: ({ target }) => {
      if (target.matches(WORDS) && !fields.current.has(target as Field))
        fields.current.set(target as Field, (target as Field).value);
    },
  };
}
