import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './message.module.css';
import { quoteWords } from './quote-words.ts';

/** The quoted words above an answer; a press leads to the original. */
export function QuoteBlock({ quote, onJump }: { readonly quote: Quote; readonly onJump: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.quote} aria-label={t('a11y.quoteOf', { name: quote.realname })} onClick={onJump}>
      <span className={styles.quoteName}>{quote.realname}</span>
      <span className={styles.quoteText}>{quoteWords(quote) || t('chat.quoteUnseen')}</span>
    </button>
  );
}
