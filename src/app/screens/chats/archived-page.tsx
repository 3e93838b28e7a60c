import { ChevronLeft } from 'lucide-react';
import { Link } from '../../kit/navigation.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import buttons from '../../kit/button.module.css';
import { PATHS } from '../../paths/paths.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { ChatList } from './chat-list.tsx';
import styles from './archived.module.css';

/** Archived chats: a list like the main one (ARCHIVED-2). */
export default function ArchivedPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <TopBar
        back={false}
        title={t('title.archived')}
        start={
          <Link
            to={PATHS.home}
            className={buttons.icon}
            title={t('common.back')}
            aria-label={t('common.back')}
          >
            <ChevronLeft size={24} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        }
      />
      <div className={styles.list}>
        <ChatList filter="archived" />
      </div>
    </div>
  );
}
