import { useChatBackground } from './chat-background.ts';
import { cx } from './class-names.ts';
import styles from './chat-ground.module.css';

/** The chosen background, behind what is written; pictures are veiled so that text on them stays readable. */
export function ChatGround() {
  const [{ preset, picture, blur }] = useChatBackground();
  if (picture !== null)
    return (
      <div className={styles.ground} aria-hidden="true">
        <div className={cx(styles.picture, blur && styles.blur)} style={{ backgroundImage: `url("${picture}")` }} />
      </div>
    );
  return preset === null ? null : <div className={cx(styles.ground, styles[preset])} aria-hidden="true" />;
}
