import type { ContactId } from '../../../../domain/ids.ts';
import type { ScheduledMessage } from '../../../../domain/later.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { ScheduledList, WordsSheet } from './later-lists.tsx';
import styles from './later.module.css';
import { useLaterList } from '../../../shared/use-later-list.ts';

/** Scheduled messages of one chat, soonest first (LATER-7). */
export default function LaterSheet({
  chat,
  open,
  onClose,
  edited,
  onEdit,
}: {
  readonly chat: ContactId;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The message whose text is open over this sheet. */
  readonly edited: ScheduledMessage | null;
  readonly onEdit: (row: ScheduledMessage | null) => void;
}) {
  const { t } = useTranslation();
  const { scheduled } = useLaterList();
  return (
    <Sheet open={open} onClose={onClose} title={t('later.title')}>
      <div className={styles.inSheet}>
        <ScheduledList rows={scheduled.filter(({ to }) => to === chat)} onEdit={onEdit} />
      </div>
      <WordsSheet row={edited} onClose={() => onEdit(null)} />
    </Sheet>
  );
}
