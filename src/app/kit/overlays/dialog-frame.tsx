import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import { useOnTop } from '../use-on-top.ts';
import { useTypedGuard } from './use-typed-guard.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './dialog-frame.module.css';

export interface FrameProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** At the bottom edge, or in the middle. */
  readonly shape: 'sheet' | 'dialog';
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
          className={cx(styles.popup, styles[shape], large && styles.large)}
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
