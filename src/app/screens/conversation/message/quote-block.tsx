import { useContext } from 'react';
import type { Quote } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import { useFolded } from '../../../shared/use-folded.ts';
import { nameText } from '../../../shared/contact-name.ts';
import { MentionedIn } from './mention.tsx';
import styles from './message.module.css';
import { toPlain } from '../../../../domain/markup.ts';
import type { TFunction } from 'i18next';
import { POLL_HEAD } from '../../../../domain/poll-mark.ts';
import { afterLabel } from '../../../../domain/isolates.ts';

/**
 * The quoted text above an answer; a press shows the original. In a group, a blocked user's text is hidden
 * here too (BLOCK-11).
 */
export function QuoteBlock({ quote, onJump }: { readonly quote: Quote; readonly onJump: () => void }) {
  const { t } = useTranslation();
  const folded = useFolded(useContext(MentionedIn), quote.userId);
  const words = folded ? t('chat.folded') : quoteWords(t, quote);
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

/**
 * The quoted text on one line. On the wire it begins with the author's name, which is shown above it here,
 * and a poll begins with its label, translated here.
 */
export function quoteWords(t: TFunction, { content, realname }: Quote): string {
  const words = toPlain(content).replace(/\s+/g, ' ').trim();
  const name = `${realname}：`;
  const rest = realname !== '' && words.startsWith(name) ? words.slice(name.length).trimStart() : words;
  return rest.startsWith(POLL_HEAD) ? afterLabel(t('msg.poll'), rest.slice(POLL_HEAD.length)) : rest;
}
