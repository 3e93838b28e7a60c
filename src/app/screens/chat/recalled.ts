import { chat } from '../../../domain/limits.ts';
import type { MessageId } from '../../../domain/ids.ts';

/**
 * Texts that this person took back here, so that "edit again" can refill the box. The recall erases the
 * message everywhere, so this lives only as long as the page does, and only the newest are kept.
 */
const texts = new Map<MessageId, string>();

export function rememberRecalled(id: MessageId, text: string): void {
  texts.set(id, text);
  const [oldest] = texts.keys();
  if (texts.size > chat.recalledTextsMax && oldest !== undefined) texts.delete(oldest);
}

export const recalledText = (id: MessageId): string | null => texts.get(id) ?? null;
