import { type ReactNode, useId } from 'react';
import styles from './choice-list.module.css';

export interface Choice<T extends string | number> {
  readonly value: T;
  readonly label: string;
  readonly detail?: ReactNode;
}

/** Several of many: check boxes in rows. */
export function CheckList<T extends string | number>({
  label,
  values,
  choices,
  onValues,
}: {
  readonly label: string;
  readonly values: readonly T[];
  readonly choices: readonly Choice<T>[];
  readonly onValues: (values: readonly T[]) => void;
}) {
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map(({ value, label: name, detail }) => (
        <label key={value} className={styles.choice}>
          <span className={styles.words}>
            <bdi>{name}</bdi>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onValues(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few: radio buttons in rows, with the keys of the browser. */
export function ChoiceList<T extends string | number>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: T | null;
  readonly choices: readonly Choice<T>[];
  readonly onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <span className={styles.words}>
            <span>{choice.label}</span>
            {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
          </span>
          <input
            type="radio"
            name={name}
            checked={value === choice.value}
            onChange={() => onChoose(choice.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
