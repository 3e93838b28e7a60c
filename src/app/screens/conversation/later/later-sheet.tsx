import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { ScheduledList } from './later-lists.tsx';
import styles from './later.module.css';
import { useLaterList } from '../../../shared/use-later-list.ts';

/** Scheduled messages of one chat, soonest first (LATER-7). */
export default function LaterSheet({
  chat,
  open,
  onClose,
}: {
  readonly chat: ContactId;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { scheduled } = useLaterList();
  return (
    <Sheet open={open} onClose={onClose} title={t('later.title')}>
      <div className={styles.inSheet}>
        <ScheduledList rows={scheduled.filter(({ to }) => to === chat)} />
      </div>
    </Sheet>
  );
}
