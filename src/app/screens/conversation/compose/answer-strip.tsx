import { X } from 'lucide-react';
import { botName } from '../../../../domain/bots.ts';
import { RICH } from '../../../../domain/rich-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { markupNodes } from '../message/markup-nodes.tsx';
import type { BotAnswer } from './commands.ts';
import styles from './composer.module.css';

/** The words of a bot for this user alone, above the box until they are closed (COMMAND-10). */
export default function AnswerStrip({
  answer: { name, markup },
  onClose,
}: {
  readonly answer: BotAnswer;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <div className={styles.quoteWords} role="status">
        <span className={styles.quoteName}>{t('command.onlyYou', { name: botName(name) })}</span>
        <div className={styles.answer} tabIndex={0}>
          {markupNodes(markup, { format: RICH })}
        </div>
      </div>
      <IconButton small label={t('command.closeAnswer')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
