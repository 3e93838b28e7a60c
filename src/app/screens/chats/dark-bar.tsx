import { Moon, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useMedia } from '../../kit/use-media.ts';
import { useSetting } from '../../kit/use-setting.ts';
import { NIGHT, showLooks, THEME } from '../../platform/looks.ts';
import { readSetting, writeSetting } from '../../platform/settings.ts';
import styles from './bars.module.css';

const OFFERED = 'dark-offered';

/** Offers the dark look once on a dark system, until it is taken or closed (THEME-9). */
export function DarkBar() {
  const { t } = useTranslation();
  const night = useMedia(NIGHT);
  const [theme] = useSetting(THEME);
  const [isOver, end] = useState(() => readSetting(OFFERED) !== null);
  if (!night || theme !== null || isOver) return null;
  const answer = (take: boolean) => {
    writeSetting(OFFERED, '1');
    if (take) {
      writeSetting(THEME, 'system');
      showLooks(readSetting);
    }
    end(true);
  };
  return (
    <div className={styles.quiet} role="status">
      <p className={styles.gone}>
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('home.darkOffer')}</span>
      </p>
      <Button kind="quiet" small onClick={() => answer(true)}>
        {t('home.darkTake')}
      </Button>
      <IconButton small label={t('home.darkClose')} onClick={() => answer(false)}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
