import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { watchLevel } from '../../platform/level-meter.ts';
import styles from './devices.module.css';

/** Level of the microphone, drawn without React: it changes twenty times a second. */
export function LevelBar({ stream }: { readonly stream: MediaStream | null }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stream === null) return undefined;
    return watchLevel(stream, (level) => {
      const element = bar.current;
      if (element === null) return;
      element.style.setProperty('--level', String(level));
      element.setAttribute('aria-valuenow', String(Math.round(level * 100)));
    });
  }, [stream]);
  return (
    <div className={styles.levelLine}>
      <div
        ref={bar}
        className={styles.level}
        role="meter"
        aria-label={t('call.level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
      <p className={styles.soft}>{t('call.speak')}</p>
    </div>
  );
}
