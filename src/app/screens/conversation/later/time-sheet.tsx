import { useState } from 'react';
import { laterLimits as limits } from '../../../../domain/message-limits.ts';
import { HOUR } from '../../../../domain/duration.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { nowMs } from '../../../platform/time.ts';
import { ClockField } from '../../../shared/days/clock-field.tsx';
import { Month } from '../../../shared/days/day-picker.tsx';
import { dayAt } from '../../../shared/days/month.ts';
import { longDate } from '../../../shared/days/long-date.ts';
import { clockTime } from '../../../shared/use-display-time.ts';
import styles from './later.module.css';
import { timeOn } from './times.ts';

/** A custom day and time, in the language of the app (LATER-6). */
export default function TimeSheet({
  open,
  title,
  onTime,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly onTime: (atMs: number) => void;
  readonly onClose: () => void;
}) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <TimeForm onTime={onTime} />
    </Sheet>
  );
}

function TimeForm({ onTime }: { readonly onTime: (atMs: number) => void }) {
  const { t, language } = useTranslation();
  const [first] = useState(() => new Date(nowMs() + HOUR));
  const [day, setDay] = useState(() => dayAt(first, 0));
  const [minutes, setMinutes] = useState(first.getHours() * 60);
  const atMs = timeOn(day, Math.floor(minutes / 60), minutes % 60, nowMs());
  return (
    <form
      className={styles.time}
      onSubmit={(event) => {
        event.preventDefault();
        if (atMs !== null) onTime(atMs);
      }}
    >
      <Month onDay={setDay} value={day} lastMs={nowMs() + limits.aheadMaxMs} />
      <ClockField label={t('later.at')} minutes={minutes} onMinutes={setMinutes} />
      <p className={styles.chosen} role="status">
        {atMs === null
          ? t('later.past')
          : t('later.on', { day: longDate(language, 'day', atMs), time: clockTime(atMs) })}
      </p>
      <Button kind="primary" block type="submit" disabled={atMs === null}>
        {t('later.choose')}
      </Button>
    </form>
  );
}
