import { useEffect, useId, useRef, useState } from 'react';
import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { FOR_GOOD } from './sections.ts';
import tables from './table.module.css';

interface Props extends SectionProps {
  /** Name of the row for screen readers. */
  readonly name: string;
  readonly value: string;
}

/** Commands for one row: a button for a single one, else a menu. */
export function RowActions({ section: { rows }, name, value, begin, commandBy }: Props) {
  const { t } = useConsole();
  const [isOpen, setIsOpen] = useState(false);
  if (rows === undefined) return null;
  const beginFor = (words: string) => begin(words, { [rows.field]: value });
  const [only, ...others] = rows.commands;
  if (only !== undefined && others.length === 0)
    return (
      <button
        type="button"
        aria-label={`${commandBy(only)?.name ?? only}: ${name}`}
        onClick={() => beginFor(only)}
      >
        {commandBy(only)?.name ?? only}
      </button>
    );
  return (
    <>
      <button
        type="button"
        className={tables.dots}
        title={t('actions')}
        aria-label={t('actionsFor', { name })}
        onClick={() => setIsOpen(true)}
      >
        <span aria-hidden="true">•••</span>
      </button>
      {isOpen && (
        <ActionList
          name={name}
          words={rows.commands}
          commandBy={commandBy}
          onClose={(words) => {
            setIsOpen(false);
            if (words !== null) beginFor(words);
          }}
        />
      )}
    </>
  );
}

interface ListProps extends Pick<SectionProps, 'commandBy'> {
  readonly name: string;
  readonly words: readonly string[];
  readonly onClose: (words: string | null) => void;
}

function ActionList({ name, words, commandBy, onClose }: ListProps) {
  const { t } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={title} onClose={() => onClose(null)}>
      <h2 id={title}>{t('actionsFor', { name })}</h2>
      <div className={styles.actions}>
        {words.map((one) => (
          <button
            key={one}
            type="button"
            className={FOR_GOOD.includes(one) ? styles.danger : undefined}
            onClick={() => onClose(one)}
          >
            {commandBy(one)?.name ?? one}
            <small>{commandBy(one)?.help}</small>
          </button>
        ))}
      </div>
      <div className={styles.buttons}>
        <button type="button" onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
      </div>
    </dialog>
  );
}
