import type { MessageType, Person } from '../../../domain/message.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { authorName } from '../../shared/contact-name.ts';
import { labelKey } from '../../shared/preview-text.ts';
import type { Names } from './copied-text.ts';

/** Names and labels of copied messages, in the chosen language. */
export function useCopiedNames(): () => Names {
  const { t } = useTranslation();
  const { store } = useClient();
  return () => ({
    of: (person: Person) => authorName(t, store.get(), person),
    ofKind: (type: MessageType) => t(labelKey(type)),
  });
}
