import { X } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { longDate } from '../days/long-date.ts';
import styles from './filters.module.css';
import type { Operator } from './operators.ts';
import type { NarrowedSearch, Narrowing } from './use-narrowing.ts';

/** Current search filters, each removable, and the filters to add (SEARCH-15). */
export function FilterChips({
  search,
  onBegin,
}: {
  readonly search: NarrowedSearch;
  /** The field has the beginning of an operator. */
  readonly onBegin: () => void;
}) {
  const { t } = useTranslation();
  const { narrowing, operators, unfinished } = search;
  const wordsFor = useChipWords(narrowing);
  return (
    <div className={styles.chips} role="group" aria-label={t('filter.title')}>
      {operators.map((operator) => {
        const value = wordsFor(operator);
        const name = t(`filter.${operator}`);
        if (value === null)
          return (
            <button
              key={operator}
              type="button"
              className={cx(styles.chip, unfinished?.operator === operator && styles.begun)}
              onClick={() => {
                search.begin(operator);
                onBegin();
              }}
            >
              {name}
            </button>
          );
        return (
          <button
            key={operator}
            type="button"
            className={cx(styles.chip, styles.chosen)}
            aria-label={t('filter.remove', { name, value })}
            onClick={() => search.remove(operator)}
          >
            <span className={styles.name}>{t('filter.chip', { name, value })}</span>
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}

function useChipWords(narrowing: Narrowing): (operator: Operator) => string | null {
  const { t, language } = useTranslation();
  const day = (at: Date | undefined) => (at ? longDate(language, 'dayOfYear', at.getTime()) : null);
  return (operator) => {
    if (operator === 'has') return narrowing.has === undefined ? null : t(`filter.${narrowing.has}`);
    if (operator === 'after' || operator === 'before') return day(narrowing[operator]);
    return narrowing[operator]?.name ?? null;
  };
}
