import { Phone, PhoneMissed, Video } from 'lucide-react';
import { callLine, callRecord } from '../../../../../domain/call.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { callLineText } from '../../../../shared/preview-text.ts';
import { cx } from '../../../../kit/class-names.ts';
import type { BubbleBody } from '../../timeline.ts';
import { VisuallyHidden } from '../../../../kit/visually-hidden.tsx';
import styles from './media.module.css';

export const isVideoCall = (body: Pick<BubbleBody, 'extra'>): boolean => callLine(body.extra).video;

/** A press calls back with the same kind of call; a missed one is labelled. */
export function CallPill({
  body,
  own,
  onCall,
}: {
  readonly body: BubbleBody;
  readonly own: boolean;
  readonly onCall: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const line = callLine(body.extra);
  const isMissed = callRecord(line, own) === 'missed';
  const Icon = line.video ? Video : isMissed ? PhoneMissed : Phone;
  const words = callLineText(t, line, own);
  const inside = (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={cx(isMissed && styles.missed)} />
      <span>{words}</span>
    </>
  );
  if (onCall === undefined) return <span className={styles.call}>{inside}</span>;
  return (
    <button type="button" className={styles.call} title={t('call.back')} onClick={onCall}>
      {inside}
      {isMissed ? (
        <span className={styles.again}>{t('call.back')}</span>
      ) : (
        <VisuallyHidden>{t('call.back')}</VisuallyHidden>
      )}
    </button>
  );
}
