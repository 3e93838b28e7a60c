import { Moon } from 'lucide-react';
import { quietHoursOf, quietUntil } from '../../../client/state/preferences.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { clockTime } from '../../shared/use-display-time.ts';
import styles from './bars.module.css';

/** Quiet hours hold: until when, and an end for this once (ALERT-6). */
export function QuietBar() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const hours = useStore(quietHoursOf);
  const endMs = useStore((state) => quietUntil(state));
  if (hours === null || endMs === null) return null;
  const end = () => {
    void actions.keepQuietHours({ ...hours, offUntilMs: endMs });
    toasts.show(t('quietHours.ended'), {
      action: { label: t('common.undo'), run: () => void actions.keepQuietHours(hours) },
    });
  };
  return (
    <div className={styles.quiet} role="status">
      <p className={styles.gone}>
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('quietHours.until', { time: clockTime(endMs) })}</span>
      </p>
      <Button kind="quiet" small onClick={end}>
        {t('quietHours.end')}
      </Button>
    </div>
  );
}
