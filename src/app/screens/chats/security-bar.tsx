import { ShieldAlert, X } from 'lucide-react';
import { securityNotes } from '../../../client/state/kept-shown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Link } from '../../kit/navigation.ts';
import { PATHS } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useListTime } from '../../shared/use-display-time.ts';
import styles from './bars.module.css';

/** Security changes of the account, on every device until the owner closes them (ACC-21). */
export function SecurityBar() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const notes = useStore(securityNotes);
  const time = useListTime();
  if (notes.length === 0) return null;
  return (
    <div className={styles.announcement} role="status">
      <Link to={PATHS.secure} className={styles.announcementLink}>
        <ShieldAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.notes}>
          {notes.map(({ what, atMs, device }) => (
            <span key={`${what} ${atMs}`}>
              {[t(`security.${what}`), time(atMs), device].filter((part) => part !== '').join(' · ')}
            </span>
          ))}
        </span>
      </Link>
      <IconButton small label={t('security.close')} onClick={() => void actions.closeSecurityNotes()}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
