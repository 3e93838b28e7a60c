import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import type { Candidate } from './modes.ts';
import styles from './selection.module.css';

/** The chosen ones; a press takes one back. The newest stays in view. */
export function Chips({
  chosen,
  onUnpick,
}: {
  readonly chosen: readonly Candidate[];
  readonly onUnpick: (one: Candidate) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen.length > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [chosen.length]);
  // Their room is there from the start, so that no row moves under the pointer (UI-154).
  if (chosen.length === 0) return <p className={styles.noChips}>{t('sel.noneChosen')}</p>;
  return (
    <ul ref={list} className={styles.chips} aria-label={t('sel.chosen')}>
      {chosen.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('sel.unpick', { name: one.name })}
            onClick={() => onUnpick(one)}
          >
            <Avatar id={one.id} name={one.name} src={one.avatar} size={24} />
            <span className={styles.chipName} dir="auto">
              {one.name}
            </span>
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
