import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockTime, fullTime } from '../../../kit/use-display-time.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import type { Delivery } from '../timeline.ts';
import styles from './message.module.css';

const STATES = {
  going: ['chat.going', Clock3],
  sent: ['chat.delivered', Check],
  read: ['chat.read', CheckCheck],
  failed: ['chat.sendFailed', CircleAlert],
} as const satisfies Record<Delivery, readonly [string, typeof Check]>;

/** Time and state at the end of the last line. */
export function Meta({ sentAtMs, delivery }: { readonly sentAtMs: number; readonly delivery: Delivery | null }) {
  const { t } = useTranslation();
  const [key, Icon] = delivery === null ? [null, null] : STATES[delivery];
  return (
    <span className={styles.meta} title={fullTime(sentAtMs)} data-delivery={delivery ?? undefined}>
      <time dateTime={new Date(sentAtMs).toISOString()}>{clockTime(sentAtMs)}</time>
      {Icon && <Icon size={15} strokeWidth={2} aria-hidden="true" />}
      {key && <VisuallyHidden>{t(key)}</VisuallyHidden>}
    </span>
  );
}
