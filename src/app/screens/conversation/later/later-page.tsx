import { useState } from 'react';
import type { ScheduledMessage } from '../../../../domain/later.ts';
import { useNavigate } from '../../../kit/navigation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { RowList } from '../../../kit/row.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { pathTo } from '../../../paths/paths.ts';
import { ReminderList, ScheduledList, WordsSheet } from './later-lists.tsx';
import { useLater, useLaterList } from '../../../shared/use-later-list.ts';

/** All scheduled messages and reminders of every chat: the next due first (LATER-5, LATER-10). */
export default function LaterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<ScheduledMessage | null>(null);
  useLater();
  const { scheduled, reminders, isLoading } = useLaterList();
  // Reminders of messages that the user can no longer read are hidden (LATER-11).
  const contacts = useStore((state) => state.contacts);
  const visible = reminders
    .filter(({ to }) => contacts.has(to))
    .toSorted((a, b) => Number(b.told) - Number(a.told) || a.dueMs - b.dueMs);
  const isEmpty = scheduled.length === 0 && visible.length === 0;
  return (
    <Page cards bar={<TopBar title={t('title.later')} back />}>
      {isEmpty && !isLoading && <EmptyBlock text={t('later.none')} />}
      {visible.length > 0 && (
        <RowList heading={t('later.reminders')}>
          <ReminderList
            rows={visible}
            onOpen={({ to, message }) => void navigate(pathTo('chat', { id: to, msg_id: message.msgId }))}
          />
        </RowList>
      )}
      {scheduled.length > 0 && (
        <RowList heading={t('later.title')}>
          <ScheduledList rows={scheduled} isNamed onEdit={setEdited} />
        </RowList>
      )}
      <WordsSheet row={edited} onClose={() => setEdited(null)} />
    </Page>
  );
}
