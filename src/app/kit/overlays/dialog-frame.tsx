import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import { useOnTop } from '../use-on-top.ts';
import { type AskUser, AskContext } from '../ask-context.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './dialog-frame.module.css';

export interface FrameProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** At the bottom edge, in the middle, or at the side where the page begins. */
  readonly shape: 'sheet' | 'dialog' | 'drawer';
  /** Fills most of the height; for lists. */
  readonly large?: boolean;
  /** The title is only for screen readers, and the dialog has no close button. */
  readonly bare?: boolean;
  /** Neither Escape nor a press outside closes it: it wants an answer. */
  readonly firm?: boolean;
}

/** Moves the focus in, keeps it there, and restores it; Escape closes the top dialog only. */
export default function DialogFrame({
  open,
  onClose,
  title,
  children,
  shape,
  large = false,
  bare = false,
  firm = false,
}: FrameProps) {
  const { t } = useTranslation();
  const { close, onFocus } = useTypedGuard(open, onClose);
  useOnTop(open, close, firm);
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={firm}
      onOpenChange={(next, details) => {
        if (next) return;
        if (firm && details.reason === 'escape-key') details.cancel();
        else close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} data-over />
        <Dialog.Popup
          data-over
          onFocus={onFocus}
          className={cx(styles.popup, styles[shape], large && styles.large, bare && styles.pinned)}
          role={firm ? 'alertdialog' : 'dialog'}
        >
          {bare ? (
            <Dialog.Title>
              <VisuallyHidden>{title}</VisuallyHidden>
            </Dialog.Title>
          ) : (
            <div className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <IconButton label={t('a11y.dialogClose')} onClick={close}>
                <X size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          )}
          <div className={styles.body}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Text fields; no search fields or codes. */
const WORDS = 'textarea, input[type="text"]:not([inputmode="numeric"])';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Asks before a press outside, Escape, the cross or the back button discards typed text in a sheet, and lets
 * the browser ask before a reload (UI-140). A button with a label, such as "Cancel", does not ask.
 */
function useTypedGuard(
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
  const question = async (ask: AskUser) => {
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
