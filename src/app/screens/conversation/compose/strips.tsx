import { Pencil, Timer, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { currentQuoteAuthor, currentQuoteWords } from '../../../../client/state/quoting.ts';
import { ownSaidAtMs, slowLeftMs, slowSecOf } from '../../../../client/state/slow-selectors.ts';
import { clockText } from '../../../../domain/clock-text.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { onSecond, secondNow } from '../../../platform/seconds.ts';
import { nowMs } from '../../../platform/time.ts';
import { useStore } from '../../../shared/client-context.ts';
import { slowText } from '../../../shared/slow-text.ts';
import { quoteWords } from '../message/quote-block.tsx';
import type { ChatPartner } from '../who.ts';
import styles from './composer.module.css';

/** Shown above the box while it edits a sent message (EDIT-8). */
export function EditStrip({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <p className={styles.quoteWords} role="status">
        <span className={styles.editing}>
          <Pencil size={14} strokeWidth={2} aria-hidden="true" />
          {t('chat.editing')}
        </span>
      </p>
      <IconButton small label={t('chat.cancelEdit')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

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
        <span className={styles.quoteText} dir="auto">
          {quoteWords(t, { ...quote, content }) || t('chat.quoteUnseen')}
        </span>
      </p>
      <IconButton small label={t('chat.cancelQuote')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Slow mode: the wait between two messages here, and the remaining time (GROUP-26). */
export function SlowLine({ id }: Pick<ChatPartner, 'id'>) {
  const sec = useStore((state) => slowSecOf(state, id));
  const ownSentAtMs = useStore((state) => (sec === 0 ? 0 : ownSaidAtMs(state, id)));
  if (sec === 0) return null;
  return (
    <p className={styles.slow}>
      <Timer size={14} strokeWidth={2} aria-hidden="true" />
      <Words sec={sec} ownSentAtMs={ownSentAtMs} />
    </p>
  );
}

function Words({ sec, ownSentAtMs }: { readonly sec: number; readonly ownSentAtMs: number }) {
  const { t } = useTranslation();
  useSyncExternalStore(onSecond, secondNow);
  const leftMs = slowLeftMs(ownSentAtMs, sec, nowMs());
  if (leftMs === 0) return <span>{t('chat.slow', { time: slowText(t, sec) })}</span>;
  return (
    <span>
      {t('chat.slowLeft')} <span role="timer">{clockText(Math.ceil(leftMs / 1_000))}</span>
    </span>
  );
}
