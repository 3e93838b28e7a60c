import type { Message } from '../../../../domain/message.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { noteText } from '../../../shared/note-text.ts';
import { recalledText } from '../recalled.ts';
import styles from './lines.module.css';

/** Replaces a message that is about to be recalled. */
export function LeavingLine({ onUndo }: { readonly onUndo: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.event}>
      <span>
        {t('chat.recalling')}
        <button type="button" className={styles.again} onClick={onUndo}>
          {t('common.undo')}
        </button>
      </span>
    </p>
  );
}

/**
 * A centred line for an event, in the viewer's language; after the user's own recall the text can be
 * restored.
 */
export function EventLine({
  message,
  onEditAgain,
}: {
  readonly message: Message;
  readonly onEditAgain: (text: string) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const { note } = message;
  const again = note?.note === 'recalled' && note.by === self ? recalledText(message.id) : null;
  const words = note ? noteText(t, note, self) : toPlain(message.content);
  return (
    <p className={styles.event}>
      <span>
        {words === '' ? t('chat.recalled') : words}
        {again !== null && (
          <button type="button" className={styles.again} onClick={() => onEditAgain(again)}>
            {t('chat.editAgain')}
          </button>
        )}
      </span>
    </p>
  );
}
