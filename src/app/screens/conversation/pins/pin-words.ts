import { lastMessageOf } from '../../../../client/state/recalled.ts';
import { previewOf } from '../../../../client/state/selectors.ts';
import type { Message } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { previewText } from '../../../shared/preview-text.ts';

/** A pinned message on one line, as in the list of chats (LIST-6). */
export function usePinWords(): (message: Message | null) => string {
  const { t } = useTranslation();
  return (message) =>
    message === null ? t('pins.one') : previewText(t, previewOf(lastMessageOf(message)), null);
}
