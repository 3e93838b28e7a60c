import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useSetting } from '../../kit/app-setting.ts';
import { cx } from '../../kit/class-names.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { dayOfMonth, longDate, weekdayNames } from './long-date.ts';
import { localeOf } from '../use-display-time.ts';
import { nowMs } from '../../platform/time.ts';
import styles from './day-picker.module.css';
import { dayAt, firstOfMonth, monthAway, monthOf, WEEK_START, weekStart } from './month.ts';
import { logicalKey } from '../../kit/logical-key.ts';

/** Chooses a day in a month view, in the language of the app instead of the browser's (UI-110). */
export function DayPicker({
  onDay,
  sign = false,
}: {
  readonly onDay: (day: Date) => void;
  /** An icon only, for little room. */
  readonly sign?: boolean;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const opens = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const;
  return (
    <>
      {sign ? (
        <IconButton label={t('history.day')} {...opens}>
          <CalendarDays size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button small kind="quiet" {...opens}>
          <CalendarDays size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('history.day')}
        </Button>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('history.day')}>
        <Month
          onDay={(day) => {
            setOpen(false);
            onDay(day);
          }}
        />
      </Sheet>
    </>
  );
}

/**
 * A month to choose a day from, by mouse or keys: up to today, or from today on to the day of `lastMs`, with
 * the one that was picked.
 */
export function Month({
  onDay,
  value,
  lastMs,
}: {
  readonly onDay: (day: Date) => void;
  readonly value?: Date;
  readonly lastMs?: number;
}) {
  const { language } = useTranslation();
  const start = weekStart(localeOf(language), useSetting(WEEK_START)[0]);
  const numberOf = dayOfMonth(language);
  const today = dayAt(new Date(nowMs()), 0);
  const last = lastMs === undefined ? today : dayAt(new Date(lastMs), 0);
  const first = lastMs === undefined ? null : today;
  const isOff = (day: Date) => day > last || (first !== null && day < first);
  const [pickedDay, choose] = useState(value ?? today);
  const number = numberOf(pickedDay);
  const grid = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${number}"]`)?.focus();
  }, [number]);
  const goTo = (day: Date, byKey = false) => {
    hasMoved.current = byKey;
    choose(day > last ? last : first !== null && day < first ? first : day);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[logicalKey(event)];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (by === undefined && months === undefined) return;
    event.preventDefault();
    goTo(months === undefined ? dayAt(pickedDay, by ?? 0) : monthAway(pickedDay, months, numberOf), true);
  };
  return (
    <div className={styles.month}>
      <MonthHead
        day={pickedDay}
        first={first}
        last={last}
        onMonth={(by) => goTo(monthAway(pickedDay, by, numberOf))}
      />
      <div className={styles.week} aria-hidden="true">
        {weekdayNames(language, start).map((name, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the columns of a week: two may have the same letter, and none moves
          <span key={i}>{name}</span>
        ))}
      </div>
      <div ref={grid} className={styles.days} onKeyDown={onKey}>
        {monthOf(pickedDay, start, numberOf).map((day, i) =>
          day === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- empty places before the first day: they have nothing else and never move
            <span key={`before ${i}`} />
          ) : (
            <button
              key={numberOf(day)}
              type="button"
              data-day={numberOf(day)}
              className={cx(
                styles.day,
                day.getTime() === today.getTime() && styles.today,
                day.getTime() === value?.getTime() && styles.picked,
              )}
              aria-pressed={value === undefined ? undefined : day.getTime() === value.getTime()}
              tabIndex={day.getTime() === pickedDay.getTime() ? 0 : -1}
              disabled={isOff(day)}
              aria-label={longDate(language, 'day', day.getTime())}
              aria-current={day.getTime() === today.getTime() ? 'date' : undefined}
              onClick={() => onDay(day)}
            >
              {numberOf(day)}
            </button>
          ),
        )}
      </div>
    </div>
  );
}

function MonthHead({
  day,
  first,
  last,
  onMonth,
}: {
  readonly day: Date;
  readonly first: Date | null;
  readonly last: Date;
  readonly onMonth: (by: 1 | -1) => void;
}) {
  const { t, language } = useTranslation();
  const month = firstOfMonth(day, dayOfMonth(language));
  return (
    <div className={styles.head}>
      <IconButton
        label={t('day.monthBefore')}
        disabled={first !== null && month <= first}
        onClick={() => onMonth(-1)}
      >
        <ChevronLeft size={22} strokeWidth={1.75} />
      </IconButton>
      <p className={styles.title} aria-live="polite">
        {longDate(language, 'month', day.getTime())}
      </p>
      <IconButton
        label={t('day.monthAfter')}
        disabled={month >= firstOfMonth(last, dayOfMonth(language))}
        onClick={() => onMonth(1)}
      >
        <ChevronRight size={22} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
