import { messagesOf } from '../../../../client/state/chat-selectors.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { unmarked } from '../../../../domain/rich-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { captionIn } from '../../../shared/message-fields.ts';
import { labelKey } from '../../../shared/preview-text.ts';
import styles from './selection.module.css';

/** Preview of a forward, as long as this device has the messages. */
export function ForwardPreview({
  contact,
  messages,
}: {
  readonly contact: ContactId;
  readonly messages: readonly number[];
}) {
  const [message] = messages;
  const { t } = useTranslation();
  const original = useStore((state) =>
    messagesOf(state, contact).find((item) => item.kind === 'message' && item.message.msgId === message),
  );
  if (messages.length > 1)
    return <p className={styles.preview}>{t('sel.severalMessages', { count: messages.length })}</p>;
  if (original?.kind !== 'message') return null;
  const { type, content, from, extra } = original.message;
  const caption = toPlain(unmarked(captionIn(original.message), extra));
  const words =
    type === 'text' || type === 'location' || type === 'contact'
      ? toPlain(unmarked(content, extra))
      : [t(labelKey(type)), caption].filter(Boolean).join(' ');
  return (
    <p className={styles.preview}>
      <span className={styles.previewName} dir="auto">
        {from.displayName || from.realname}
      </span>
      <span className={styles.previewText} dir="auto">
        {words}
      </span>
    </p>
  );
}
