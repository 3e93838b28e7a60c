import { useTranslation } from '../../i18n/use-translation.ts';
import { directionFactor } from '../../kit/direction.ts';
import { Select } from '../../kit/select.tsx';
import { localeOf } from '../use-display-time.ts';
import styles from './clock-field.module.css';

const HOUR_MIN = 60;
const HOUR_MS = 3_600_000;

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
  const { t, language } = useTranslation();
  const [hour, minute] = [Math.floor(minutes / HOUR_MIN), minutes % HOUR_MIN];
  return (
    <div className={styles.clock} role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {/* A clock is read from left to right in every script. */}
      <div className={styles.time} dir="ltr">
        <Numbers
          label={t('later.hour')}
          value={hour}
          count={24}
          text={hourText(language)}
          onNumber={(next) => onMinutes(next * HOUR_MIN + minute)}
        />
        <span aria-hidden="true">:</span>
        <Numbers
          label={t('later.minute')}
          value={minute}
          count={HOUR_MIN}
          text={two}
          onNumber={(next) => onMinutes(hour * HOUR_MIN + next)}
        />
      </div>
    </div>
  );
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Inside the clock, which is read from left to right, "2 م" keeps its own order. */
const isolate = (text: string): string => (directionFactor() === 1 ? text : `\u2067${text}\u2069`);

/** Hours of a day of 24, or with the half of the day that they are in. */
function hourText(language: string): (hour: number) => string {
  const form = new Intl.DateTimeFormat(localeOf(language), { hour: 'numeric', timeZone: 'UTC' });
  if (form.resolvedOptions().hour12 !== true) return two;
  return (hour) => isolate(form.format(hour * HOUR_MS));
}

function Numbers({
  label,
  value,
  count,
  text,
  onNumber,
}: {
  readonly label: string;
  readonly value: number;
  readonly count: number;
  readonly text: (n: number) => string;
  readonly onNumber: (value: number) => void;
}) {
  return (
    <Select small aria-label={label} value={value} onChange={(event) => onNumber(Number(event.target.value))}>
      {Array.from({ length: count }, (_, n) => (
        <option key={n} value={n}>
          {text(n)}
        </option>
      ))}
    </Select>
  );
}
