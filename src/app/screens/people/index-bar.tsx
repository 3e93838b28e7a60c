import { type PointerEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './contacts-page.module.css';

/**
 * Letters at the edge: pressed, dragged over, or chosen by keyboard; a big letter shows where a finger is.
 */
export function IndexBar({
  letters,
  onLetter,
}: {
  readonly letters: readonly string[];
  readonly onLetter: (letter: string) => void;
}) {
  const { t } = useTranslation();
  const [big, setBig] = useState<string | null>(null);
  const follow = (event: PointerEvent) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const letter = under instanceof HTMLElement ? under.dataset['letter'] : undefined;
    if (letter === undefined || letter === big) return;
    setBig(letter);
    onLetter(letter);
  };
  return (
    <>
      <nav
        className={styles.index}
        aria-label={t('contacts.indexBar')}
        onPointerDown={follow}
        onPointerMove={(event) => event.buttons > 0 && follow(event)}
        onPointerUp={() => setBig(null)}
        onPointerCancel={() => setBig(null)}
        onPointerLeave={() => setBig(null)}
      >
        {letters.map((letter) => (
          <button
            key={letter}
            type="button"
            data-letter={letter}
            aria-label={t('contacts.index', { letter })}
            onClick={() => onLetter(letter)}
          >
            {letter}
          </button>
        ))}
      </nav>
      {big !== null && (
        <div className={styles.big} aria-hidden="true">
          {big}
        </div>
      )}
    </>
  );
}
