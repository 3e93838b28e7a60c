import { isPictureEmoji } from '../../../../domain/links.ts';
import styles from './reactions.module.css';

/** An emoji, or an own picture. */
export const ReactionEmoji = ({ emoji }: { readonly emoji: string }) =>
  isPictureEmoji(emoji) ? (
    <img className={styles.picture} src={emoji} alt="" draggable={false} />
  ) : (
    <span className={styles.emoji} aria-hidden="true">
      {emoji}
    </span>
  );
