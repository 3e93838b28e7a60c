import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from './class-names.ts';
import styles from './segmented-tabs.module.css';
import { directionFactor } from './direction.ts';

export interface TabItem<T extends string> {
  readonly key: T;
  readonly label: string;
  /** Shown when above 0; 99+ above 99. */
  readonly count?: number;
}

/** A pill group; arrows, Home and End move the choice. The chosen content belongs in a `role="tabpanel"`. */
export function SegmentedTabs<T extends string>({
  items,
  value,
  onChange,
  label,
  block = false,
}: {
  readonly items: readonly TabItem<T>[];
  readonly value: T;
  readonly onChange: (key: T) => void;
  readonly label: string;
  readonly block?: boolean;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.key === value);
    const way = directionFactor();
    const to = { ArrowRight: at + way, ArrowLeft: at - way, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + items.length) % items.length;
    const item = items[next];
    if (item === undefined) return;
    onChange(item.key);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={cx(styles.tabs, block && styles.block)}
      onKeyDown={move}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={item.key === value}
          tabIndex={item.key === value ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          <bdi>{item.label}</bdi>
          {item.count !== undefined && item.count > 0 && (
            <span className={styles.count}>{item.count > 99 ? t('badge.max') : item.count}</span>
          )}
        </button>
      ))}
    </div>
  );
}
