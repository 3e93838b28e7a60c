import { MessagesSquare } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './thread-chip.module.css';

/** Under an answered bubble: the number of answers, and a link to the thread (THREAD-4). */
export function ThreadChip({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.chip} title={t('thread.view')} onClick={onOpen}>
      <MessagesSquare size={15} strokeWidth={2} aria-hidden="true" />
      {t('thread.replies', { count })}
    </button>
  );
}
