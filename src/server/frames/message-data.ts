import { callLine, MERGED } from '../../domain/call.ts';
import { toPlain } from '../../domain/markup.ts';
import {
  ADMIN_NOTICE,
  FAVOURITES,
  NOTICE_STREAM,
  groupOfStream,
  peopleOfStream,
  personContact,
} from '../../domain/ids.ts';
import type { ContactId, MsgId, UserId } from '../../domain/ids.ts';
import type { Role } from '../../domain/contact.ts';
import { mentionsFor } from '../../domain/mentions.ts';
import { mentionsIn, toNamedUsers } from '../../domain/mention-names.ts';
import { captionOf, secondsIn } from '../../domain/message.ts';
import { POLL_HEAD, isPoll } from '../../domain/poll-mark.ts';
import { unmarked } from '../../domain/rich-text.ts';
import type { LastRow, MessageRow, UserRow } from '../../ports/store.ts';
import type { Settings } from '../kernel/core.ts';
import { callText, eventText } from './event-text.ts';
import { detailsOf, fileData, linkData } from './file-data.ts';
import { STATIC_FACES, groupKind, toFlag, wireId, wireTime } from './wire-values.ts';

/** Data of a message's wire form beside its row. */
export interface MessageFacts {
  readonly settings: Pick<Settings, 'wireTime' | 'links'>;
  readonly author: UserRow | null;
  /** The viewer's remark for the author; '' in groups, where all see the same bytes (STREAM-5). */
  readonly alias?: string;
  /** The author's present role in the group. */
  readonly role?: Role;
  readonly isRead?: boolean;
  /** The quoted message as it is now; null if it is deleted. */
  readonly quoted?: MessageRow | null;
  /** Only in pushes and answers of sends. */
  readonly contactInfo?: unknown;
}

/** `push`: toContactId is the sender; `history`: the stored target; `answer`: the target as sent. */
export type MessageVariant = 'push' | 'history' | 'answer';

export interface Card {
  readonly id: number;
  readonly user_id: number;
  readonly realname: string;
  readonly displayName: string;
  readonly account: string;
  readonly avatar: string;
}

/** `fromUser`: displayName is the viewer's remark where there is one. */
export function authorCard(id: UserId, author: UserRow | null, alias = ''): Card {
  const realname = author?.realname ?? '';
  return {
    id,
    user_id: id,
    realname,
    displayName: alias || realname,
    account: author?.account ?? '',
    avatar: author?.avatar ?? '',
  };
}

/** Announcements have no owner: the administrator reads them like all users (NOTICE-2). */
const ANNOUNCER: Card = {
  id: 0,
  user_id: 0,
  realname: '系统公告',
  displayName: '系统公告',
  account: 'admin_notice',
  avatar: STATIC_FACES.notice,
};

/** The addressee of a message, as its author sees it. */
export function targetOf(row: Pick<MessageRow, 'stream' | 'from'>): ContactId {
  const pair = peopleOfStream(row.stream);
  if (pair) return personContact(pair[0] === row.from ? pair[1] : pair[0]);
  if (row.stream === NOTICE_STREAM) return ADMIN_NOTICE;
  return groupOfStream(row.stream) === null ? FAVOURITES : (row.stream as string as ContactId);
}

/** Text of an event line, else what was written; in groups the same for all, wherever it is shown. */
export const contentFor = (
  row: Pick<MessageRow, 'type' | 'extra' | 'note' | 'stream' | 'content'>,
  viewer: UserId | null,
): string =>
  row.type === 'webrtc'
    ? callText(row.extra)
    : row.note
      ? eventText(row.note, groupOfStream(row.stream) === null ? viewer : null)
      : row.content;

/** The same for the list: words without marks (RICH-4). */
export const listedContent = (row: LastRow | MessageRow, viewer: UserId | null): string =>
  headOf(row) + unmarked(contentFor(row, viewer), row.extra);

/** A poll is shown by its question, after a prefix that every client can display (POLL-8). */
export const headOf = ({ recalled, extra }: Pick<MessageRow, 'recalled' | 'extra'>): string =>
  !recalled && isPoll(extra) ? POLL_HEAD : '';

/**
 * The wire form of a message, for push, history and the answer of a send. `viewer` null: the same for all.
 */
export function messageData(
  row: MessageRow,
  viewer: UserId | null,
  variant: MessageVariant,
  facts: MessageFacts,
): Record<string, unknown> {
  const target = wireId(targetOf(row));
  const group = groupOfStream(row.stream);
  const toContact = variant === 'push' && peopleOfStream(row.stream) ? row.from : target;
  // Built without spreads, because one is made for each reader of each message; undefined fields are not
  // sent.
  const hasTarget = variant !== 'history';
  const data: Record<string, unknown> = {
    id: row.id,
    msg_id: row.msgId,
    n: row.n,
    type: row.recalled ? 'event' : row.type,
    content: contentFor(row, viewer),
    sendTime: wireTime(row.sentAtMs, facts.settings),
    sendTimeMs: row.sentAtMs,
    is_group: groupKind(row.stream),
    toContactId: toContact,
    toUser: hasTarget ? target : undefined,
    to_user: hasTarget ? (group === null ? target : String(group)) : undefined,
    user_id: hasTarget ? row.from : undefined,
    from_user: row.from,
    fromUser: row.stream === NOTICE_STREAM ? ANNOUNCER : authorCard(row.from, facts.author, facts.alias),
    at: row.recalled ? [] : mentionsFor(row.at, viewer),
    status: 'succeed',
    is_read: toFlag(facts.isRead ?? false),
    role: facts.role ?? 3,
    extends: extendsOf(row, facts.quoted),
    file_id: 0,
    file_cate: 0,
    fileName: '',
    fileSize: '',
    preview: '',
    extUrl: '',
    download: '',
    pid: row.recalled ? undefined : (row.pid ?? undefined),
    root: row.root ?? undefined,
    is_undo: row.recalled ? 1 : undefined,
    rev: row.recalled || row.rev === 0 ? undefined : row.rev,
    contactInfo: facts.contactInfo,
  };
  if (row.extra === null) return data;
  Object.assign(data, fileData(row, facts.settings.links));
  const link = linkData(row, facts.settings.links);
  if (link) data['link'] = link;
  return data;
}

function extendsOf(row: MessageRow, quoted: MessageRow | null | undefined): unknown {
  if (row.note) return row.note;
  if (row.recalled) return null;
  const details = detailsOf(row.extra);
  if (row.pid === null || row.extra === null || quoted === undefined) return details;
  const mentions = quoted === null || quoted.recalled ? [] : toNamedUsers(mentionsIn(quoted.extra));
  return {
    ...details,
    content: quoteText(row.extra, quoted),
    ...(mentions.length > 0 && { named: mentions }),
  };
}

/** The quoted author and id are stored; the text is that of the quoted message now (STREAM-4). */
function quoteText(extra: Readonly<Record<string, unknown>>, quoted: MessageRow | null): string {
  if (quoted === null || quoted.recalled) return '';
  const name = typeof extra['realname'] === 'string' ? extra['realname'] : '';
  const caption = captionOf(quoted.extra);
  if (caption === '' && quoted.type !== 'text') return `${name}：${quoted.content}`;
  return `${name}：${headOf(quoted)}${toPlain(unmarked(caption || quoted.content, quoted.extra))}`;
}

/** `last` of a conversation: what the list shows of its newest remaining message. */
export function lastData(
  row: LastRow,
  viewer: UserId | null,
  settings: Pick<Settings, 'wireTime'>,
): Record<string, unknown> {
  return {
    n: row.n,
    id: row.id,
    type: row.recalled ? 'event' : row.type,
    content: unmarked(contentFor(row, viewer), row.extra),
    sendTime: wireTime(row.sentAtMs, settings),
    sendTimeMs: row.sentAtMs,
    from_user: row.from,
    extends:
      row.note ?? (row.recalled ? null : row.type === 'webrtc' ? ofCall(row.extra) : previewFields(row)),
  };
}

/**
 * Marks a poll; or adds the caption of a file or album, the number of pictures if above one, the length of a
 * voice message, and the mentions in the words.
 */
function previewFields({ type, extra, album }: LastRow): Record<string, unknown> | null {
  if (isPoll(extra)) return { poll: 1 };
  const caption = album?.words ?? unmarked(captionOf(extra), extra);
  const count = album?.count ?? 1;
  const mentions = toNamedUsers(mentionsIn(extra));
  const duration = type === 'voice' ? secondsIn(extra) : 0;
  const details = {
    ...(caption !== '' && { caption }),
    ...(count !== 1 && { album: count }),
    ...(duration > 0 && { duration }),
    ...(mentions.length > 0 && { mentions }),
  };
  return Object.keys(details).length === 0 ? null : details;
}

/** The outcome of a call, for the list. */
function ofCall(extra: LastRow['extra']): Record<string, unknown> {
  const { code, video, talkSec, merged } = callLine(extra);
  return { code, type: video ? 1 : 0, callTime: talkSec, ...(merged && { reason: MERGED }) };
}

/** Quoted messages to load for these rows. */
export const quotedIds = (rows: Iterable<MessageRow>): MsgId[] => {
  const ids = new Set<MsgId>();
  for (const row of rows) if (row.pid !== null && !row.recalled) ids.add(row.pid);
  return [...ids];
};
