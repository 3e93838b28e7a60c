import { MessageSquareQuote, MessagesSquare, SmilePlus } from 'lucide-react';
import { useStore } from '../../../shared/client-context.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './reactions.module.css';

/** Shown beside a bubble under the pointer: the most common actions, and the menu button for the others. */
export function HoverBar({
  onReact,
  onReply,
  onThread,
}: {
  readonly onReact: (at: Element) => void;
  /** Null if the user may not write here. */
  readonly onReply: (() => void) | null;
  /** Null in a thread, and where there can be none. */
  readonly onThread: (() => void) | null;
}) {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  return (
    <>
      {!plain && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.tool}
          title={t('menu.react')}
          aria-label={t('menu.react')}
          onClick={(event) => onReact(event.currentTarget)}
        >
          <SmilePlus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {onReply && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.tool}
          title={t('menu.quote')}
          aria-label={t('menu.quote')}
          onClick={onReply}
        >
          <MessageSquareQuote size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {onThread && !plain && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.tool}
          title={t('menu.thread')}
          aria-label={t('menu.thread')}
          onClick={onThread}
        >
          <MessagesSquare size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </>
  );
}
