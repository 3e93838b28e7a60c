import { memo } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { useChatBackground } from './chat-background.ts';
import { cx } from '../kit/class-names.ts';
import styles from './chat-ground.module.css';

/** The chosen background behind the messages; pictures are veiled so that text on them stays readable. */
export const ChatGround = memo(function ChatGround({ chat }: { readonly chat: ContactId }) {
  const { preset, picture, blur } = useChatBackground(chat).value;
  if (picture !== null)
    return (
      <div className={styles.ground} aria-hidden="true">
        <div
          className={cx(styles.picture, blur && styles.blur)}
          style={{ backgroundImage: `url("${picture}")` }}
        />
      </div>
    );
  return preset === null ? null : <div className={cx(styles.ground, styles[preset])} aria-hidden="true" />;
});
