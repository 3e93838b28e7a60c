import { Monitor } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Tag } from '../../kit/tag.tsx';
import styles from './bars.module.css';

/** Other devices of the user, beside the tabs; an icon if there is no room for text. */
export function AlsoOnline() {
  const { t } = useTranslation();
  return (
    <span title={t('home.desktopOnline')}>
      <Tag type="info">
        <Monitor size={14} aria-hidden="true" />
        <span className={styles.also}>{t('home.desktopOnline')}</span>
      </Tag>
    </span>
  );
}
