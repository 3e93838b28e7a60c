import { useTranslation } from '../../i18n/use-translation.ts';
import { Select } from '../../kit/select.tsx';
import { two } from '../use-display-time.ts';
import styles from './clock-field.module.css';

const HOUR_MIN = 60;

/** An hour and a minute, in the language of the app instead of the browser's (UI-122). */
export function ClockField({
  label,
  minutes,
  onMinutes,
}: {
  readonly label: string;
  /** After midnight. */
  readonly minutes: number;
  readonly onMinutes: (minutes: number) => void;
}) {
  const { t } = useTranslation();
  const [hour, minute] = [Math.floor(minutes / HOUR_MIN), minutes % HOUR_MIN];
  return (
    <div className={styles.clock} role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <Numbers
        label={t('later.hour')}
        value={hour}
        count={24}
        onNumber={(next) => onMinutes(next * HOUR_MIN + minute)}
      />
      <span aria-hidden="true">:</span>
      <Numbers
        label={t('later.minute')}
        value={minute}
        count={HOUR_MIN}
        onNumber={(next) => onMinutes(hour * HOUR_MIN + next)}
      />
    </div>
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
    <Select small aria-label={label} value={value} onChange={(event) => onNumber(Number(event.target.value))}>
      {Array.from({ length: count }, (_, n) => (
        <option key={n} value={n}>
          {two(n)}
        </option>
      ))}
    </Select>
  );
}
