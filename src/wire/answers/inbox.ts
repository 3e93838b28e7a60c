import * as v from 'valibot';
import { userId } from '../../domain/ids.ts';
import { INBOX_REASONS, type InboxEntry } from '../../domain/inbox.ts';
import { contact, count, onField, shownText } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { whole } from '../scalars.ts';

const card = v.fallback(v.object({ user_id: count, displayName: shownText, realname: shownText }), {
  user_id: 0,
  displayName: '',
  realname: '',
});
const row = v.object({
  contactId: contact,
  why: v.array(v.picklist(INBOX_REASONS)),
  at_ms: whole,
  unread: onField,
  people: count,
  emoji: shownText,
  by: card,
  message: v.unknown(),
});

/** Decodes the answer of getInbox; rows that cannot be read are left out. */
export const decodeInbox = (data: unknown): readonly InboxEntry[] =>
  (Array.isArray(data) ? data : []).flatMap((given: unknown): readonly InboxEntry[] => {
    const parsed = v.safeParse(row, given);
    const message = parsed.success ? decodeMessageRow(parsed.output.message) : null;
    if (!parsed.success || !message?.ok || message.value.msgId === null) return [];
    const { contactId: conversation, why, at_ms: atMs, unread, people, emoji, by } = parsed.output;
    const { msgId } = message.value;
    const reacted = why.includes('reaction')
      ? { emoji, people, by: { id: userId(by.user_id), name: by.displayName || by.realname } }
      : null;
    return [{ conversation, msgId, why, atMs, isUnread: unread, message: message.value, reacted }];
  });
