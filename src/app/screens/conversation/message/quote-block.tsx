import { blockedBy } from '../../../../client/state/blocked.ts';
import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { nameText } from '../../../shared/contact-name.ts';
import styles from './message.module.css';
import { quoteWords } from './quote-words.ts';

/**
 * The quoted text above an answer; a press shows the original. In a group, a blocked user's text is hidden
 * here too (BLOCK-11).
 */
export function QuoteBlock({
  quote,
  inGroup,
  onJump,
}: {
  readonly quote: Quote;
  readonly inGroup: boolean;
  readonly onJump: () => void;
}) {
  const { t } = useTranslation();
  const isFolded = useStore((state) => inGroup && blockedBy(state).has(quote.userId));
  const words = isFolded ? t('chat.folded') : quoteWords(t, quote);
  return (
    <button type="button" className={styles.quote} onClick={onJump}>
      <span className={styles.quoteName} dir="auto" translate="no">
        {nameText(t, quote.realname)}
      </span>
      <span className={styles.quoteText} dir="auto">
        {words || t('chat.quoteUnseen')}
      </span>
      {/* The visible text is its name, whatever it contains; this describes the press. */}
      <VisuallyHidden>{t('a11y.showOriginal')}</VisuallyHidden>
    </button>
  );
}
