import * as v from 'valibot';
import type { ContactId, MsgId, UserId } from '../../domain/ids.ts';
import { withoutTurns } from '../../domain/direction.ts';
import { contactId, msgId, userId } from '../../domain/ids.ts';
import type { Message, MessageType } from '../../domain/message.ts';
import { MESSAGE_TYPES } from '../../domain/message.ts';
import { count, object, secondsField, shownText, timeField } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { read } from '../down/read.ts';
import { int, rowId, text } from '../scalars.ts';

/** Answers of the calls about files, emoji and search; rows that cannot be read are left out. */
const listed = <T>(data: unknown, one: (row: unknown) => T | null): readonly T[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => one(row) ?? []);

const emojiFields = v.object({
  id: rowId,
  name: shownText,
  title: shownText,
  src: shownText,
  file_id: count,
});

export interface EmojiFacts {
  readonly id: number;
  readonly fileId: number;
  readonly name: string;
  readonly src: string;
}

export const decodeEmojis = (data: unknown): readonly EmojiFacts[] =>
  listed(data, (row) => {
    const parsed = read(emojiFields, row, 'emoji');
    return parsed.ok
      ? {
          id: parsed.value.id,
          fileId: parsed.value.file_id,
          name: parsed.value.name || parsed.value.title,
          src: parsed.value.src,
        }
      : null;
  });

const namedFields = v.object({ name: shownText, src: shownText });

/** Emoji of the server: address by name. */
export const decodeServerEmoji = (data: unknown): readonly (readonly [name: string, src: string])[] =>
  listed(data, (row) => {
    const parsed = read(namedFields, row, 'server emoji');
    return parsed.ok ? parsed.value : null;
  }).map(({ name, src }) => [name, src]);

const stickerFields = v.object({ file_id: rowId, name: shownText, src: shownText });
const packFields = v.object({
  id: rowId,
  title: shownText,
  mine: count,
  added: count,
  stickers: v.fallback(v.array(stickerFields), []),
});

export interface PackFacts {
  readonly id: number;
  readonly title: string;
  readonly isMine: boolean;
  readonly isAdded: boolean;
  readonly stickers: readonly EmojiFacts[];
}

/** A sticker pack; null if it cannot be read. */
export function decodePack(data: unknown): PackFacts | null {
  const parsed = read(packFields, data, 'sticker pack');
  if (!parsed.ok) return null;
  const { id, title, mine, added, stickers } = parsed.value;
  return {
    id,
    title,
    isMine: mine === 1,
    isAdded: added === 1,
    stickers: stickers.map((one) => ({ id: one.file_id, fileId: one.file_id, name: one.name, src: one.src })),
  };
}

export const decodePacks = (data: unknown): readonly PackFacts[] => listed(data, decodePack);

const card = v.fallback(
  v.object({ user_id: count, displayName: shownText, realname: shownText, avatar: shownText }),
  { user_id: 0, displayName: '', realname: '', avatar: '' },
);

const fileFields = v.object({
  file_id: rowId,
  msg_id: count,
  contactId: shownText,
  msg_type: v.fallback(v.picklist(MESSAGE_TYPES), 'file'),
  name: shownText,
  ext: shownText,
  size: count,
  cate: v.fallback(v.pipe(int, v.picklist([1, 2, 3, 4, 9])), 9),
  src: shownText,
  preview: shownText,
  download: shownText,
  sendTime: timeField,
  create_time: secondsField,
  extends: object,
  user_id_info: v.optional(card, {}),
});

export interface FileFacts {
  readonly fileId: number;
  /** Null in the administrator's list of all files. */
  readonly msgId: MsgId | null;
  /** The chat that holds it; null in the list of all files. */
  readonly conversation: ContactId | null;
  readonly type: MessageType;
  readonly name: string;
  readonly ext: string;
  readonly sizeBytes: number;
  /** 1 documents, 2 pictures, 3 audio, 4 videos, 9 other. */
  readonly cate: 1 | 2 | 3 | 4 | 9;
  /** Address of the content, shown where that is safe. */
  readonly src: string;
  readonly preview: string;
  /** Address that always saves. */
  readonly download: string;
  readonly atMs: number;
  readonly from: { readonly id: UserId; readonly displayName: string; readonly avatar: string };
  readonly extra: Readonly<Record<string, unknown>> | null;
}

export const decodeFiles = (data: unknown): readonly FileFacts[] =>
  listed(data, (row) => {
    const parsed = read(fileFields, row, 'file');
    if (!parsed.ok) return null;
    const {
      file_id,
      msg_id,
      contactId: conversation,
      msg_type,
      size,
      sendTime,
      create_time,
      extends: extra,
      user_id_info: from,
      ...same
    } = parsed.value;
    return {
      ...same,
      name: withoutTurns(same.name),
      fileId: file_id,
      msgId: msg_id === 0 ? null : msgId(msg_id),
      conversation: conversation === '' ? null : contactId(conversation),
      type: msg_type,
      sizeBytes: size,
      atMs: sendTime || create_time * 1_000,
      from: { id: userId(from.user_id), displayName: from.displayName || from.realname, avatar: from.avatar },
      extra,
    };
  });

/** The plain answer of an upload without a message is an address. */
export function decodeAddress(data: unknown): string | null {
  const parsed = v.safeParse(
    v.union([
      v.pipe(text, v.nonEmpty()),
      v.pipe(
        v.object({ src: v.pipe(text, v.nonEmpty()) }),
        v.transform(({ src }) => src),
      ),
    ]),
    data,
  );
  return parsed.success ? parsed.output : null;
}

const foundFields = v.object({ contactId: v.pipe(text, v.nonEmpty()) });

export const decodeFound = (
  data: unknown,
): readonly { readonly conversation: ContactId; readonly message: Message }[] =>
  listed(data, (row) => {
    const at = read(foundFields, row, 'search');
    const message = decodeMessageRow(row);
    return at.ok && message.ok
      ? { conversation: contactId(at.value.contactId), message: message.value }
      : null;
  });

const quotaFields = v.pipe(
  v.object({ used: int, max: int, ends: int }),
  v.transform(({ used, max, ends }) => ({ used, max, endsMs: ends * 1_000 })),
);
const quotasFields = v.object({ messages: quotaFields, files: quotaFields, bytes: quotaFields });

/** Decodes the used part of the daily quotas; null if the server has none. */
export function decodeQuotas(data: unknown) {
  const parsed = v.safeParse(quotasFields, data);
  return parsed.success ? parsed.output : null;
}

const goingOn = v.object({ next: rowId });

/** The message below which a search continues, if it stopped at its cost limit (SEARCH-10). */
export const decodeNext = (whole: unknown): number | null => {
  const parsed = v.safeParse(goingOn, whole);
  return parsed.success ? parsed.output.next : null;
};
