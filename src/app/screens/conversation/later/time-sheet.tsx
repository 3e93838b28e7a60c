import { useState } from 'react';
import { laterLimits as limits } from '../../../../domain/later-limits.ts';
import { HOUR } from '../../../../domain/duration.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { nowMs } from '../../../platform/time.ts';
import { Month } from '../../../shared/days/day-picker.tsx';
import { dayAt } from '../../../shared/days/month.ts';
import { clockTime, dateWords, two } from '../../../shared/use-display-time.ts';
import styles from './later.module.css';
import { timeOn } from './times.ts';

/** A day and a time of one's own, in the language of the app (LATER-6). */
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
  const [hour, setHour] = useState(first.getHours());
  const [minute, setMinute] = useState(0);
  const atMs = timeOn(day, hour, minute, nowMs());
  return (
    <form
      className={styles.time}
      onSubmit={(event) => {
        event.preventDefault();
        if (atMs !== null) onTime(atMs);
      }}
    >
      <Month onDay={setDay} picked={day} lastMs={nowMs() + limits.aheadMaxMs} />
      <div className={styles.clock}>
        <span>{t('later.at')}</span>
        <Numbers label={t('later.hour')} value={hour} count={24} onNumber={setHour} />
        <span aria-hidden="true">:</span>
        <Numbers label={t('later.minute')} value={minute} count={60} onNumber={setMinute} />
      </div>
      <p className={styles.chosen} role="status">
        {atMs === null
          ? t('later.past')
          : t('later.on', { day: dateWords(language, 'day', atMs), time: clockTime(atMs) })}
      </p>
      <Button kind="primary" block type="submit" disabled={atMs === null}>
        {t('later.choose')}
      </Button>
    </form>
  );
}

function Numbers({
  label,
  value,
  count,
  onNumber,
}: {
  readonly label: string;
  readonly value: number;
  readonly count: number;
  readonly onNumber: (value: number) => void;
}) {
  return (
    <select
      className={styles.number}
      aria-label={label}
      value={value}
      onChange={(event) => onNumber(Number(event.target.value))}
    >
      {Array.from({ length: count }, (_, n) => (
        <option key={n} value={n}>
          {two(n)}
        </option>
      ))}
    </select>
  );
}
