import { CheckCheck, Inbox } from 'lucide-react';
import { type ListFilter, rows } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import buttons from '../../kit/button.module.css';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { Link } from '../../kit/navigation.ts';
import { PATHS } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';

/** Beside the tabs: marks all unread chats as read (LIST-13), or leads to the inbox (INBOX-6). */
export function ReadAll({ filter }: { readonly filter: ListFilter }) {
  return filter === 'unread' ? <MarkAll /> : <ToInbox />;
}

function ToInbox() {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  if (plain) return null;
  return (
    <Link
      to={PATHS.inbox}
      className={cx(buttons.icon, buttons.iconSmall)}
      title={t('title.inbox')}
      aria-label={t('title.inbox')}
    >
      <Inbox size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

function MarkAll() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const any = useStore((state) =>
    rows(state).some(({ unread, mentions, marked }) => unread > 0 || mentions > 0 || marked !== undefined),
  );
  if (!any) return null;
  return (
    <IconButton small label={t('home.markAllRead')} onClick={() => void actions.markAllRead()}>
      <CheckCheck size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
