import { X } from 'lucide-react';
import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { quoteWords } from '../message/quote-words.ts';
import styles from './composer.module.css';

export function QuoteStrip({ quote, onClose }: { readonly quote: Quote; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <p className={styles.quoteWords}>
        <span className={styles.quoteName}>{t('chat.quoting', { name: quote.realname })}</span>
        <span className={styles.quoteText}>{quoteWords(quote)}</span>
      </p>
      <IconButton small label={t('chat.cancelQuote')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
