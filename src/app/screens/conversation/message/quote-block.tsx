import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import styles from './message.module.css';
import { quoteWords } from './quote-words.ts';

/** The quoted words above an answer; a press leads to the original. */
export function QuoteBlock({ quote, onJump }: { readonly quote: Quote; readonly onJump: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.quote} onClick={onJump}>
      <span className={styles.quoteName}>{quote.realname}</span>
      <span className={styles.quoteText}>{quoteWords(t, quote) || t('chat.quoteUnseen')}</span>
      {/* What is seen is its name, whatever it holds; this says what a press does. */}
      <VisuallyHidden>{t('a11y.showOriginal')}</VisuallyHidden>
    </button>
  );
}
