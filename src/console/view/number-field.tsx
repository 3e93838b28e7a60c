import { useState } from 'react';
import { useConsole } from './context.ts';
import type { FieldIds } from './setting-field.tsx';
import type { Takes, Unit } from './setting-rows.ts';
import styles from './settings.module.css';

interface Props {
  readonly ids: FieldIds;
  readonly name: string;
  readonly label: string;
  readonly schema: Extract<Takes, { kind: 'number' }>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Units of a time, the largest first. */
const TIMES = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;
type TimeUnit = (typeof TIMES)[number][0];
const secondsOf = (unit: TimeUnit): number => TIMES.find(([name]) => name === unit)?.[1] ?? 1;

/** The largest unit in which the time is a whole number. */
export const timeUnitOf = (seconds: string): TimeUnit =>
  /^[1-9]\d*$/.test(seconds)
    ? (TIMES.find(([, size]) => Number(seconds) % size === 0)?.[0] ?? 'seconds')
    : 'minutes';

/** A first value for an administrator who chooses a limit instead of none. */
const FIRST: Readonly<Record<Unit, string>> = {
  seconds: '60',
  days: '30',
  members: '200',
  megabytes: '10',
  number: '',
};

const UNIT_TEXT = { days: 'days', members: 'memberUnit', megabytes: 'megabytes' } as const;

/** A number with its unit. If 0 has a meaning, it is a choice with a name. */
export function NumberField({ ids, name, label, schema, value, onChange }: Props) {
  const { t } = useConsole();
  const { unit, zero } = schema;
  const isZero = zero !== null && value === '0';
  if (zero === null) return <Amount ids={ids} name={name} unit={unit} value={value} onChange={onChange} />;
  return (
    <div className={styles.line}>
      <select
        {...ids}
        name={name}
        value={isZero ? 'zero' : 'some'}
        onChange={(event) => onChange(event.target.value === 'zero' ? '0' : FIRST[unit])}
      >
        <option value="zero">{zero}</option>
        <option value="some">{t(unit === 'number' ? 'thisOne' : 'limited')}</option>
      </select>
      {!isZero && (
        <Amount
          ids={{ ...ids, id: `${ids.id}-value` }}
          label={label}
          name={name}
          unit={unit}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  );
}

interface AmountProps extends Pick<Props, 'ids' | 'name' | 'value' | 'onChange'> {
  /** Absent: a label element names the field. */
  readonly label?: string;
  readonly unit: Unit;
}

function Amount({ ids, label, name, unit, value, onChange }: AmountProps) {
  const { t } = useConsole();
  const [time, setTime] = useState(() => timeUnitOf(value));
  if (unit !== 'seconds')
    return (
      <span className={styles.line}>
        <input
          {...ids}
          aria-label={label}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          className={styles.amount}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit !== 'number' && <span>{t(UNIT_TEXT[unit])}</span>}
      </span>
    );
  const size = secondsOf(time);
  const isNumber = /^\d+$/.test(value);
  const text = isNumber ? String(Number(value) / size) : value;
  return (
    <span className={styles.line}>
      <input
        {...ids}
        aria-label={label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        className={styles.amount}
        value={text}
        onChange={({ target }) =>
          onChange(/^\d{1,9}$/.test(target.value) ? String(Number(target.value) * size) : target.value)
        }
      />
      <select
        aria-label={t('unitOf', { name: label ?? '' })}
        value={time}
        onChange={({ target }) => {
          const next = TIMES.find(([one]) => one === target.value)?.[0] ?? 'seconds';
          setTime(next);
          if (isNumber) onChange(String((Number(value) / size) * secondsOf(next)));
        }}
      >
        {TIMES.toReversed().map(([one]) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </select>
    </span>
  );
}
