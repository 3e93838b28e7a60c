import { CheckCheck } from 'lucide-react';
import { rows } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';

/** Beside the tabs while they show unread chats: marks all of them as read (LIST-13). */
export default function ReadAll() {
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
