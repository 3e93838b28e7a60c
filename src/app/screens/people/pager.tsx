import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import styles from './people.module.css';

/** Page by page; hidden for a single page. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <IconButton label={t('pager.prev')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={20} strokeWidth={1.75} />
      </IconButton>
      <span>{t('common.pageOf', { page, pages })}</span>
      <IconButton label={t('pager.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={20} strokeWidth={1.75} />
      </IconButton>
    </nav>
  );
}
