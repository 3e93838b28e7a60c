import { X } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { totals } from '../../../client/state/selectors.ts';
import { isFirstAdministrator } from '../../../domain/permissions.ts';
import { FAVOURITES } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useOwnSetting } from '../../kit/app-setting.ts';
import { CONSOLE, CONSOLE_SEEN, pathTo } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { ApplicationRow, type Side } from './application-row.tsx';
import { OwnCode } from './codes/code-card.tsx';
import styles from './people.module.css';

/**
 * First steps for a user without contacts: incoming and sent requests, the code and link to share, and notes
 * to self (UI-117, UI-118, FIRST-1).
 */
export default function FirstSteps({
  isBelowSearch = false,
}: {
  /** Below the search for users. */ readonly isBelowSearch?: boolean;
}) {
  const { t } = useTranslation();
  const isFirst = useStore((state) => isFirstAdministrator(state.self) && !state.sync.plain);
  const [consoleSeen, setConsoleSeen] = useOwnSetting(CONSOLE_SEEN);
  return (
    <div className={styles.steps}>
      {isFirst && !isBelowSearch && consoleSeen === null && (
        <RowList>
          <div className={styles.adminCard}>
            <Row
              title={t('first.admin')}
              detail={t('first.adminHint')}
              href={CONSOLE}
              onPress={() => setConsoleSeen('seen')}
            />
            <IconButton small label={t('common.close')} onClick={() => setConsoleSeen('closed')}>
              <X size={18} strokeWidth={1.75} />
            </IconButton>
          </div>
        </RowList>
      )}
      <WaitingRequests side="received" title={t('friend.received')} />
      <WaitingRequests side="sent" title={t('friend.sentOpen')} />
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

/** Waiting requests; hidden while there are none. */
function WaitingRequests({ side, title }: { readonly side: Side; readonly title: string }) {
  const { actions } = useClient();
  const loaded = useLoad(side, () => actions.applications(side, 1, chatLimits.applicationsPage));
  // The list stays below other pages, where requests may be made: it is read again on return.
  const { pathname } = useLocation();
  const { reload } = loaded;
  const asking = useStore((state) => totals(state).system);
  const chats = useStore((state) => state.contacts.size);
  useWhenChanged(reload, pathname, asking, chats);
  const waiting = loaded.value?.rows.filter(({ status }) => status === 2) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={styles.sent}>
      <h2 className={styles.sentTitle}>{title}</h2>
      <ul>
        {waiting.map((one) => (
          <ApplicationRow key={one.friendId} application={one} side={side} onAnswered={reload} />
        ))}
      </ul>
    </section>
  );
}
