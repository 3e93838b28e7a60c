import { type ReactNode, useEffect, useRef, useState } from 'react';
import { HIDDEN } from '../../../../domain/rich-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './rich.module.css';

/** Hidden text; it is not in the page until the user presses it (RICH-4). */
export function Spoiler({ length, children }: { readonly length: number; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The focused button was removed.
    if (open) words.current?.focus({ preventScroll: true });
  }, [open]);
  if (open)
    return (
      <span ref={words} tabIndex={-1} className={styles.shown}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.spoiler}
      aria-label={t('rich.spoiler')}
      title={t('rich.spoiler')}
      onClick={() => setOpen(true)}
    >
      {HIDDEN.charAt(0).repeat(Math.min(BLOCKS_MAX, Math.max(HIDDEN.length, length)))}
    </button>
  );
}

/** About one line: the length of the text is not secret, but more blocks add nothing. */
const BLOCKS_MAX = 24;
