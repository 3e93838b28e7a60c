import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { clockTime, fullTime, useZone } from '../../../shared/use-display-time.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import type { DeliveryState } from '../timeline.ts';
import styles from './message.module.css';

const STATES = {
  going: 'chat.going',
  sent: 'chat.delivered',
  read: 'chat.read',
  failed: 'chat.sendFailed',
} as const satisfies Record<DeliveryState, string>;

/** Length of `14:05`, for which the style sheet leaves room. */
const CLOCK_LENGTH = 5;

/** Room on the last line for a longer time, such as `2:05 pm`, and for the mark beside it. */
export function timeRoom(time: string, mark: string): CSSProperties | undefined {
  if (mark === '' && time.length <= CLOCK_LENGTH) return undefined;
  return { '--room': JSON.stringify(mark === '' ? time : `${mark}\u00a0${time}`) } as CSSProperties;
}

/** Time and state at the end of the last line; the symbol of the state is drawn by the style sheet. */
export function Meta({
  sentAtMs,
  delivery,
  edited = false,
}: {
  readonly sentAtMs: number;
  readonly delivery: DeliveryState | null;
  /** Its author edited the text (EDIT-8). */
  readonly edited?: boolean;
}) {
  const { t } = useTranslation();
  useZone();
  return (
    <time
      className={styles.meta}
      translate="no"
      dateTime={new Date(sentAtMs).toISOString()}
      title={fullTime(sentAtMs)}
      data-delivery={delivery ?? undefined}
    >
      {edited && <span>{t('chat.edited')}</span>}
      {clockTime(sentAtMs)}
      {delivery && <VisuallyHidden>{t(STATES[delivery])}</VisuallyHidden>}
    </time>
  );
}
