import { Heart, X } from 'lucide-react';
import type { Moment, MomentPerson } from '../../../client/interface/moments.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import styles from './moments.module.css';

/** Likes and comments; pressing a comment answers it, the user's own can be deleted. */
export function Comments({
  moment,
  leaving,
  onAnswer,
  onDelete,
}: {
  readonly moment: Moment;
  /** Deleted here a moment ago. */
  readonly leaving: ReadonlySet<number>;
  readonly onAnswer: (to: MomentPerson) => void;
  readonly onDelete: (comment: number) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id);
  const { likes } = moment;
  const comments = moment.comments.filter(({ id }) => !leaving.has(id));
  if (likes.length === 0 && comments.length === 0) return null;
  return (
    <div className={styles.said}>
      {likes.length > 0 && (
        <p className={styles.likes}>
          <Heart size={14} strokeWidth={2} aria-hidden="true" />
          <span>
            {t('moments.likedBy', { names: likes.map((one) => one.name).join(t('moments.namesJoin')) })}
          </span>
        </p>
      )}
      <ul>
        {comments.map((one) => (
          <li key={one.id} className={styles.comment}>
            <button type="button" className={styles.commentMain} onClick={() => onAnswer(one.author)}>
              <span className={styles.commentName}>
                {one.replyTo === null ? (
                  <bdi>{one.author.name}</bdi>
                ) : (
                  t('moments.repliedTo', { name: one.author.name, other: one.replyTo.name })
                )}
              </span>{' '}
              <bdi>{one.words}</bdi>
            </button>
            {(one.author.id === self || moment.mine) && (
              <IconButton small label={t('moments.deleteComment')} onClick={() => onDelete(one.id)}>
                <X size={16} strokeWidth={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
