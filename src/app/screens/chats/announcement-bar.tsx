import { Megaphone, X } from 'lucide-react';
import { Link } from '../../kit/navigation.ts';
import { contactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { useOwnSetting } from '../../kit/app-setting.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { pathTo } from '../../paths/paths.ts';
import styles from './bars.module.css';

const NOTICE = contactId('admin_notice');

/** The newest announcement, until it is closed on this device; a later one shows again (UI-62). */
export function AnnouncementBar() {
  const ready = useStore((state) => state.sync.ready);
  const newest = useStore((state) => state.contacts.get(NOTICE)?.lastSentAtMs ?? 0);
  const { actions } = useClient();
  const { value, reload } = useLoad('announcement', ready ? () => actions.announcement() : null);
  // Without a connection, and until the next answer, the last one stays: the list must not move.
  useWhenChanged(reload, ready, newest);
  return value ? <Bar title={value.title} atSec={value.atSec} /> : null;
}

function Bar({ title, atSec }: { readonly title: string; readonly atSec: number }) {
  const { t } = useTranslation();
  const [closed, close] = useOwnSetting(`notice_${atSec}`);
  if (closed !== null || title === '') return null;
  return (
    <div className={styles.announcement}>
      <Link to={pathTo('chat', { id: NOTICE })} className={styles.announcementLink}>
        <Megaphone size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.announcementText} title={title}>
          {title}
        </span>
      </Link>
      <IconButton small label={t('home.closeAnnouncement')} onClick={() => close('closed')}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
