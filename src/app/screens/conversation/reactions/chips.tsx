import { memo, useState } from 'react';
import { isPictureEmoji } from '../../../../domain/links.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { cx } from '../../../kit/class-names.ts';
import { useLongPress } from '../../../kit/use-long-press.ts';
import { useStore } from '../../../shared/client-context.ts';
import { nameIn, useServerEmoji } from '../../../shared/emoji/server-emoji.ts';
import type { TimelineRow } from '../timeline.ts';
import styles from './reactions.module.css';
import { reactionsOf } from './shown.ts';
import { Photo } from '../../../kit/photo.tsx';

/** Reactions under a bubble: a press adds or removes an emoji; a hold shows who reacted. */
export const ReactionChips = memo(function ReactionChips({
  row,
  onToggle,
  onPeople,
}: {
  readonly row: TimelineRow;
  readonly onToggle: (row: TimelineRow, emoji: string) => void;
  readonly onPeople: (row: TimelineRow) => void;
}) {
  const { t } = useTranslation();
  const pending = useStore((state) => state.pending.react);
  // Some browsers do not turn a long press into a context menu.
  const hold = useLongPress(() => onPeople(row));
  const { counts, mine } = reactionsOf(row, pending);
  // One that comes later pops up (UI-186); those of a drawn row are there at once.
  const [first] = useState(() => new Set(counts.map(([emoji]) => emoji)));
  const named = useServerEmoji(counts.some(([emoji]) => isPictureEmoji(emoji)));
  if (counts.length === 0) return null;
  return (
    <div
      className={styles.chips}
      role="group"
      aria-label={t('react.list')}
      {...hold.handlers}
      onClickCapture={(event) => hold.swallow() && event.stopPropagation()}
    >
      {counts.map(([emoji, count]) => {
        const own = mine.includes(emoji);
        const name = isPictureEmoji(emoji) ? (nameIn(named, emoji) ?? t('react.picture')) : emoji;
        return (
          <button
            key={emoji}
            type="button"
            className={cx(styles.chip, own && styles.mine, !first.has(emoji) && styles.added)}
            aria-pressed={own}
            aria-label={t('react.chip', { emoji: name, count })}
            title={t('react.chipHint')}
            onClick={() => onToggle(row, emoji)}
            onContextMenu={(event) => {
              event.preventDefault();
              event.stopPropagation();
              onPeople(row);
            }}
          >
            <ReactionEmoji emoji={emoji} />
            <span aria-hidden="true">{count}</span>
          </button>
        );
      })}
    </div>
  );
});

/** An emoji, or an own picture. */
export const ReactionEmoji = ({ emoji }: { readonly emoji: string }) =>
  isPictureEmoji(emoji) ? (
    <Photo still className={styles.picture} src={emoji} alt="" draggable={false} />
  ) : (
    <span className={styles.emoji} aria-hidden="true">
      {emoji}
    </span>
  );
