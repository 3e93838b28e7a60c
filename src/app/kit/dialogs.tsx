import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './dialogs.module.css';
import { LazyFrame } from './sheet.tsx';

export interface ConfirmWords {
  readonly title: string;
  readonly text?: string;
  /** Names the effect ("Dissolve group"), never "OK". */
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** The only choice is to confirm: no cancel, no Escape. */
  readonly firm?: boolean;
}

export function ConfirmDialog({
  open,
  onConfirm,
  onClose,
  ...words
}: ConfirmWords & { readonly open: boolean; readonly onConfirm: () => void; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <LazyFrame
      open={open}
      onClose={onClose}
      title={words.title}
      shape="dialog"
      bare
      firm={words.firm ?? false}
    >
      <div className={styles.box}>
        <p className={styles.title} aria-hidden="true">
          {words.title}
        </p>
        {words.text !== undefined && <p className={styles.text}>{words.text}</p>}
        <div className={styles.buttons}>
          {words.firm !== true && <Button onClick={onClose}>{words.cancel ?? t('common.cancel')}</Button>}
          <Button kind={words.danger === true ? 'danger' : 'primary'} onClick={onConfirm}>
            {words.confirm}
          </Button>
        </div>
      </div>
    </LazyFrame>
  );
}
