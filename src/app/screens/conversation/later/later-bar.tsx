import { CalendarClock, ChevronRight, CircleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { scheduledOf } from '../../../../client/state/later.ts';
import type { ScheduledMessage } from '../../../../domain/later.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import styles from './later.module.css';
import { useLater } from '../../../shared/use-later-list.ts';

const LaterSheet = lazyAside(() => import('./later-sheet.tsx'));

/** Number of scheduled messages in this chat; a failed one is shown first (LATER-7). */
export function LaterBar({ chat }: { readonly chat: ContactId }) {
  const { t } = useTranslation();
  useLater();
  const all = useStore(scheduledOf).filter(({ to }) => to === chat);
  const failed = all.filter((one) => one.failed).length;
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused');
  const [edited, setEdited] = useState<ScheduledMessage | null>(null);
  // Closes with the last message, so that it does not open again later, but never over a text being edited.
  if (all.length === 0 && sheet === 'open' && edited === null) setSheet('closed');
  const Icon = failed > 0 ? CircleAlert : CalendarClock;
  return (
    <>
      {all.length > 0 && (
        <button
          type="button"
          className={cx(styles.bar, failed > 0 && styles.failed)}
          aria-haspopup="dialog"
          onClick={() => setSheet('open')}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.barWords}>
            {failed > 0 ? t('later.notSent', { count: failed }) : t('later.scheduled', { count: all.length })}
          </span>
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <LaterSheet
            chat={chat}
            open={sheet === 'open'}
            onClose={() => setSheet('closed')}
            edited={edited}
            onEdit={setEdited}
          />
        </Suspense>
      )}
    </>
  );
}
