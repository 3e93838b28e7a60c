import { Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EVERYBODY } from '../../../../domain/mentions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Photo } from '../../../kit/photo.tsx';
import { Avatar } from '../../../kit/avatar.tsx';
import styles from './composer.module.css';
import type { Mentionable, Mentions } from './use-mentions.ts';

export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** Opens above the caret; the text box keeps the focus and moves the choice. */
export function MentionList({
  id,
  mentions,
  caretPx,
  onPick,
}: {
  readonly id: string;
  readonly mentions: Mentions;
  readonly caretPx: number;
  readonly onPick: (who: Mentionable) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[mentions.active]?.scrollIntoView({ block: 'nearest' });
  }, [mentions.active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t(mentions.options[0]?.sign === undefined ? 'mention.pick' : 'emoji.searchOne')}
      className={styles.mentions}
      style={{ ['--caret' as string]: `${caretPx}px` }}
    >
      {mentions.options.map((who, index) => (
        <div
          key={`${who.id} ${who.name}`}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === mentions.active}
          className={styles.option}
          // The box keeps the focus and its caret.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== mentions.active && mentions.setActive(index)}
          onClick={() => onPick(who)}
        >
          {who.sign === undefined ? (
            <Avatar
              id={who.id}
              name={who.displayName}
              src={who.avatar}
              size={32}
              icon={who.id <= EVERYBODY ? <Users strokeWidth={1.75} /> : undefined}
            />
          ) : (
            <span className={styles.optionSign}>
              {who.picture === undefined ? who.sign : <Photo still src={who.picture} alt="" />}
            </span>
          )}
          <span className={styles.optionName} dir="auto">
            {who.displayName}
          </span>
          {who.hint !== '' && (
            <span className={styles.optionHint} dir="auto">
              {who.hint}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
