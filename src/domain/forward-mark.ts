import { type ContactId, type MsgId, type UserId, contactId, msgId, userId } from './ids.ts';

type Extra = Readonly<Record<string, unknown>> | null | undefined;

/** Whose words a forwarded message has; only the server writes it (FORWARD-2). */
export interface ForwardMark {
  /** Its first author; null: that user is not named. */
  readonly author: { readonly id: UserId; readonly realname: string } | null;
  /** The original, in the notes of the user who forwarded it. */
  readonly place: { readonly chat: ContactId; readonly msgId: MsgId } | null;
}

/** The mark in `extends` of a message; null: it is not a forward, or was edited since. */
export function forwardMarkIn(extra: Extra, rev = 0): ForwardMark | null {
  const stored = extra?.['forward'];
  if (rev > 0 || typeof stored !== 'object' || stored === null) return null;
  const { user_id: user, realname, chat, msg_id: original } = stored as Readonly<Record<string, unknown>>;
  const isNamed = Number.isSafeInteger(user) && (user as number) >= 0 && typeof realname === 'string';
  const isPlaced = typeof chat === 'string' && Number.isSafeInteger(original) && (original as number) > 0;
  return {
    author: isNamed ? { id: userId(user as number), realname } : null,
    place: isPlaced ? { chat: contactId(chat), msgId: msgId(original as number) } : null,
  };
}

/** `extends` with this mark; null removes it. */
export function withForwardMark(
  extra: Extra,
  mark: ForwardMark | null,
): Readonly<Record<string, unknown>> | null {
  const { forward: _before, ...rest } = extra ?? {};
  if (mark === null) return Object.keys(rest).length === 0 ? null : rest;
  const { author, place } = mark;
  return {
    ...rest,
    forward: {
      ...(author && { user_id: author.id, realname: author.realname }),
      ...(place && { chat: place.chat, msg_id: place.msgId }),
    },
  };
}
