import type { TFunction } from 'i18next';
import { Phone, Video } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { callOutcome } from '../../../../../domain/call.ts';
import { clockText } from '../../../../../domain/media.ts';
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
} as const;

/** How a call ended, in words; its length when people talked. */
export function callWords(t: TFunction, body: Pick<Body, 'extra'>): string {
  const outcome = callOutcome(amount(body, 'code'));
  if (outcome === null) return t(amount(body, 'type') === VIDEO ? 'media.videoCall' : 'media.voiceCall');
  return t(TEXTS[outcome], { time: clockText(amount(body, 'callTime')) });
}

export function CallPill({ body }: { readonly body: Body }) {
  const { t } = useTranslation();
  const Icon = amount(body, 'type') === VIDEO ? Video : Phone;
  return (
    <span className={styles.call}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {callWords(t, body)}
    </span>
  );
}
