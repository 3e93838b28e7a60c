import { History, X } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import styles from './bars.module.css';

/** The server was downgraded: data of the newer version remains on this device (STORE-16). */
export function NewerBar({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.announcement} role="status">
      <p className={styles.gone}>
        <History size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('home.newerKept')}</span>
      </p>
      <IconButton small label={t('home.closeNewerKept')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
