import { Pencil, X } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import styles from './composer.module.css';

/** Shown above the box while it edits a sent message (EDIT-8). */
export function EditStrip({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <p className={styles.quoteWords} role="status">
        <span className={styles.editing}>
          <Pencil size={14} strokeWidth={2} aria-hidden="true" />
          {t('chat.editing')}
        </span>
      </p>
      <IconButton small label={t('chat.cancelEdit')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
