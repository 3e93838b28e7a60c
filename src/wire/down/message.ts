import * as v from 'valibot';
import { withoutTurns } from '../../domain/direction.ts';
import { msgId, userId } from '../../domain/ids.ts';
import { mentionsIn } from '../../domain/mention-names.ts';
import type { Message, Person, Quote } from '../../domain/message.ts';
import { MESSAGE_TYPES } from '../../domain/message.ts';
import { withWordMarks, wordMarksIn } from '../../domain/rich-text.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, int, rowId, whole } from '../scalars.ts';
import {
  count,
  message as messageRef,
  object,
  onField,
  ordinal,
  peopleField,
  shownText,
  timeField,
} from './fields.ts';
import { noteOf } from './last.ts';
import { partFields, partsOf } from './under-message.ts';
import { asRecord, read } from './read.ts';
import type { DecodeError } from './read.ts';

const id = ifValid(int);

/** A message in pushes, history and answers of sends (protocol 5.4). An unknown type is shown as text. */
export const messageFields = v.object({
  id: messageRef,
  msg_id: count,
  n: ordinal,
  type: v.fallback(v.picklist(MESSAGE_TYPES), 'text'),
  content: shownText,
  sendTime: timeField,
  sendTimeMs: timeField,
  fromUser: object,
  from_user: id,
  user_id: id,
  at: peopleField,
  role: v.fallback(v.pipe(int, v.minValue(1), v.maxValue(3)), 3),
  is_read: onField,
  is_undo: onField,
  rev: count,
  ...partFields,
  extends: object,
  file_id: count,
  fileName: shownText,
  fileSize: count,
  download: shownText,
  preview: shownText,
  extUrl: shownText,
});

type Fields = v.InferOutput<typeof messageFields>;

/** System lines of base-protocol servers have no id, so their number becomes it. */
export function withMessageId(row: unknown): unknown {
  const { id, msg_id } = asRecord(row);
  const isNamed = id !== null && id !== undefined && id !== '';
  const number = v.safeParse(rowId, msg_id);
  return isNamed || !number.success ? row : { ...asRecord(row), id: `row-${number.output}` };
}

/** One row of `getMessageList`. */
export function decodeMessageRow(row: unknown): Result<Message, DecodeError> {
  const parsed = read(messageFields, withMessageId(row), 'message');
  return parsed.ok ? ok(messageOf(parsed.value)) : parsed;
}

export function messageOf(given: Fields): Message {
  const note = noteOf(given.extends);
  const quote = given.type === 'text' || FILE_KINDS.has(given.type) ? quoteOf(given.extends) : null;
  return {
    id: given.id,
    msgId: msgId(given.msg_id),
    n: given.n,
    type: given.type,
    content: given.content,
    sentAtMs: given.sendTimeMs || given.sendTime,
    from: authorOf(given),
    role: given.role,
    at: given.at,
    quote,
    note,
    extra: note ? null : quote ? besideQuote(given) : given.extends,
    recalled: given.is_undo,
    isRead: given.is_read,
    file: fileOf(given),
    ...(given.rev > 0 && { rev: given.rev }),
    ...partsOf(given),
  };
}

const card = v.object({ id, user_id: id, displayName: shownText, realname: shownText, avatar: shownText });

function authorOf(given: Fields): Person {
  const parsed = v.safeParse(card, given.fromUser ?? {});
  const from = parsed.success
    ? parsed.output
    : { id: undefined, user_id: undefined, displayName: '', realname: '', avatar: '' };
  return {
    id: userId(from.id ?? from.user_id ?? given.from_user ?? given.user_id ?? 0),
    displayName: from.displayName || from.realname,
    realname: from.realname || from.displayName,
    avatar: from.avatar,
  };
}

const quoted = v.object({
  msg_id: whole,
  content: shownText,
  user_id: v.fallback(whole, 0),
  realname: shownText,
});

function quoteOf(extra: Fields['extends']): Quote | null {
  if (extra?.['msg_id'] === undefined) return null;
  const parsed = v.safeParse(quoted, extra);
  if (!parsed.success || parsed.output.msg_id === 0) return null;
  const { msg_id, content, user_id, realname } = parsed.output;
  const mentions = mentionsIn({ mentions: extra['named'] });
  const quote = { msgId: msgId(msg_id), content, userId: userId(user_id), realname };
  return mentions.length === 0 ? quote : { ...quote, named: mentions };
}

/** Own `extends` of a message that quotes. The quoted text is only in the quote, and is removed with it. */
function besideQuote({ type, extends: extra }: Fields): Message['extra'] {
  if (type === 'text' || extra === null) return withWordMarks(null, wordMarksIn(extra));
  const { msg_id: _id, user_id: _user, realname: _name, content: _content, named: _named, ...own } = extra;
  return own;
}

const FILE_KINDS: ReadonlySet<string> = new Set(['image', 'file', 'voice', 'video']);

function fileOf(given: Fields): Message['file'] {
  if (!FILE_KINDS.has(given.type)) return null;
  return {
    id: given.file_id,
    name: withoutTurns(given.fileName),
    sizeBytes: given.fileSize,
    download: given.download,
    preview: given.preview,
    icon: given.extUrl,
  };
}
