import { Timer } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ownSaidAtMs, slowLeftMs, slowSecOf } from '../../../../client/state/slow-selectors.ts';
import { clockText } from '../../../../domain/clock-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { onSecond, secondNow } from '../../../platform/seconds.ts';
import { nowMs } from '../../../platform/time.ts';
import { useStore } from '../../../shared/client-context.ts';
import { slowText } from '../../../shared/slow-text.ts';
import type { ChatPartner } from '../who.ts';
import styles from './composer.module.css';

/** Slow mode: the wait between two messages here, and the remaining time (GROUP-26). */
export function SlowLine({ id }: Pick<ChatPartner, 'id'>) {
  const sec = useStore((state) => slowSecOf(state, id));
  const saidAtMs = useStore((state) => (sec === 0 ? 0 : ownSaidAtMs(state, id)));
  if (sec === 0) return null;
  return (
    <p className={styles.slow}>
      <Timer size={14} strokeWidth={2} aria-hidden="true" />
      <Words sec={sec} saidAtMs={saidAtMs} />
    </p>
  );
}

function Words({ sec, saidAtMs }: { readonly sec: number; readonly saidAtMs: number }) {
  const { t } = useTranslation();
  useSyncExternalStore(onSecond, secondNow);
  const leftMs = slowLeftMs(saidAtMs, sec, nowMs());
  if (leftMs === 0) return <span>{t('chat.slow', { time: slowText(t, sec) })}</span>;
  return (
    <span>
      {t('chat.slowLeft')} <span role="timer">{clockText(Math.ceil(leftMs / 1_000))}</span>
    </span>
  );
}
