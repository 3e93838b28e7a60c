import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { optionId } from './mention-list.tsx';
import type { Commands } from './use-commands.ts';
import styles from './composer.module.css';

/** Commands that fit what is typed, or the help for the typed one; the text box keeps the focus. */
export default function CommandList({
  id,
  commands,
}: {
  readonly id: string;
  readonly commands: NonNullable<Commands['commands']>;
}) {
  const { t } = useTranslation();
  const { options, active, pick, setActive } = commands;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('command.pick')} className={styles.mentions}>
      {options.map((option, index) => (
        <div
          key={option.name}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.command}
          // The box keeps the focus and its caret.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== active && setActive(index)}
          onClick={() => pick(option)}
        >
          <span className={styles.optionName}>
            /{option.name} <span className={styles.commandWords}>{option.words}</span>
          </span>
          <span className={styles.commandHelp}>{option.help}</span>
        </div>
      ))}
    </div>
  );
}
