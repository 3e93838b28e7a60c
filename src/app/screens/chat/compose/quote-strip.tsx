import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toPlain } from '../../../../domain/markup.ts';
import type { Quote } from '../../../../domain/message.ts';
import { IconButton } from '../../../kit/button.tsx';
import styles from './composer.module.css';

export function QuoteStrip({ quote, onClose }: { readonly quote: Quote; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <p className={styles.quoteWords}>
        <span className={styles.quoteName}>{t('chat.quoting', { name: quote.realname })}</span>
        <span className={styles.quoteText}>{toPlain(quote.content).replace(/\s+/g, ' ')}</span>
      </p>
      <IconButton small label={t('chat.cancelQuote')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
