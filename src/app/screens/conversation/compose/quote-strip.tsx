import { X } from 'lucide-react';
import { currentQuoteAuthor, currentQuoteWords } from '../../../../client/state/quoting.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { quoteWords } from '../message/quote-words.ts';
import styles from './composer.module.css';

/** Shows the quoted text as the chat shows it, so a recalled message disappears here too (STREAM-4). */
export function QuoteStrip({
  conversation,
  quote,
  onClose,
}: {
  readonly conversation: ContactId;
  readonly quote: Quote;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const content = useStore((state) => currentQuoteWords(state, conversation, quote));
  const name = useStore((state) => currentQuoteAuthor(state, conversation, quote));
  return (
    <div className={styles.quote}>
      <p className={styles.quoteWords}>
        <span className={styles.quoteName}>{t('chat.quoting', { name })}</span>
        <span className={styles.quoteText}>
          {quoteWords(t, { ...quote, content }) || t('chat.quoteUnseen')}
        </span>
      </p>
      <IconButton small label={t('chat.cancelQuote')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
