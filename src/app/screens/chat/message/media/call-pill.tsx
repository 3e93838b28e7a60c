import type { TFunction } from 'i18next';
import { Phone, PhoneMissed, Video } from 'lucide-react';
import { callRecord } from '../../../../../domain/call.ts';
import { clockText } from '../../../../../domain/media.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { cx } from '../../../../kit/class-names.ts';
import type { Body } from '../../timeline.ts';
import { amount } from '../fields.ts';
import styles from './media.module.css';

const VIDEO = 1;

const TEXTS = {
  cancelled: 'media.callCancelled',
  refused: 'media.callRefused',
  noAnswer: 'media.callMissed',
  ended: 'media.callLasted',
  busy: 'media.callBusy',
  missed: 'call.missed',
} as const;

export const isVideoCall = (body: Pick<Body, 'extra'>): boolean => amount(body, 'type') === VIDEO;

const recordOf = (body: Pick<Body, 'extra'>, own: boolean) => callRecord(amount(body, 'code'), own);

/** How a call ended, in words; its length when people talked. */
export function callWords(t: TFunction, body: Pick<Body, 'extra'>, own: boolean): string {
  const record = recordOf(body, own);
  if (record === null) return t(isVideoCall(body) ? 'media.videoCall' : 'media.voiceCall');
  return t(TEXTS[record], { time: clockText(amount(body, 'callTime')) });
}

/** In a chat a press calls back with the same kind; a missed one says so. */
export function CallPill({ body, own, onCall }: { readonly body: Body; readonly own: boolean; readonly onCall: (() => void) | undefined }) {
  const { t } = useTranslation();
  const missed = recordOf(body, own) === 'missed';
  const Icon = isVideoCall(body) ? Video : missed ? PhoneMissed : Phone;
  const words = callWords(t, body, own);
  const inside = (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={cx(missed && styles.missed)} />
      <span>{words}</span>
    </>
  );
  if (onCall === undefined) return <span className={styles.call}>{inside}</span>;
  return (
    <button type="button" className={styles.call} aria-label={`${words}. ${t('call.back')}`} title={t('call.back')} onClick={onCall}>
      {inside}
      {missed && <span className={styles.again}>{t('call.back')}</span>}
    </button>
  );
}
