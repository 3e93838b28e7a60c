import { Archive } from 'lucide-react';
import { Link } from '../../kit/navigation.ts';
import { rows } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Badge } from '../../kit/badge.tsx';
import { PATHS } from '../../paths/paths.ts';
import { useStore } from '../../shared/client-context.ts';
import styles from './archived.module.css';

/** Entry of the archive, on top of the list: its unread count is not part of any other (ARCHIVED-5). */
export default function ArchivedRow() {
  const { t } = useTranslation();
  const unread = useStore((state) => rows(state, 'archived').reduce((sum, one) => sum + one.unread, 0));
  const marked = useStore((state) => rows(state, 'archived').some((one) => one.marked));
  return (
    <Link to={PATHS.archived} className={styles.row}>
      <span className={styles.icon}>
        <Archive size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.name}>{t('title.archived')}</span>
      <Badge
        count={unread || Number(marked)}
        muted
        dot={unread === 0}
        label={unread === 0 ? t('a11y.markedUnread') : undefined}
      />
    </Link>
  );
}
