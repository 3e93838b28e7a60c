import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { FAVOURITES } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Row, RowList } from '../../kit/row.tsx';
import { pathTo } from '../../paths/paths.ts';
import { useClient } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { ApplicationRow } from './application-row.tsx';
import { OwnCode } from './codes/code-card.tsx';
import styles from './people.module.css';

/**
 * For somebody who knows nobody here yet: whom they have asked, their own code and link to share, and the
 * notes to oneself (UI-117, UI-118, FIRST-1).
 */
export default function FirstSteps() {
  const { t } = useTranslation();
  return (
    <div className={styles.steps}>
      <SentRequests />
      <p>{t('friend.shareHint')}</p>
      <OwnCode />
      <RowList>
        <Row
          title={t('contact.favourites')}
          detail={t('friend.notesHint')}
          to={pathTo('chat', { id: FAVOURITES })}
        />
      </RowList>
    </div>
  );
}

/** Requests of one's own that still wait; nothing while there are none. */
function SentRequests() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const found = useLoad('sent', () => actions.applications('sent', 1, chatLimits.applicationsPage));
  // The list stays beneath other pages, where more may be asked: it is read again when one comes back.
  const { pathname } = useLocation();
  const { reload } = found;
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current !== pathname) reload();
    seen.current = pathname;
  }, [pathname, reload]);
  const waiting = found.value?.rows.filter(({ status }) => status === 2) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={styles.sent}>
      <h2 className={styles.sentTitle}>{t('friend.sentOpen')}</h2>
      <ul>
        {waiting.map((one) => (
          <ApplicationRow key={one.friendId} application={one} side="sent" onAnswered={reload} />
        ))}
      </ul>
    </section>
  );
}
