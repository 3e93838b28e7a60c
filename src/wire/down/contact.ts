import * as v from 'valibot';
import { type Quiet, alertOf } from '../../domain/alert.ts';
import type { ContactFacts, ContactKind, ContactPosition, GroupFacts, Role } from '../../domain/contact.ts';
import { ADMIN_NOTICE, FAVOURITES, SYSTEM, userId } from '../../domain/ids.ts';
import { type LastMessage, MESSAGE_TYPES } from '../../domain/message.ts';
import { type Result, ok } from '../../domain/result.ts';
import { ifValid, int, rowId, whole } from '../scalars.ts';
import {
  contact,
  count,
  onField,
  onUnless,
  secondsField,
  setting,
  shownText,
  streamField,
  timeField,
} from './fields.ts';
import { groupCallData } from './group-call-data.ts';
import { lastMessage } from './last.ts';
import { type DecodeError, read } from './read.ts';

/** Refines `is_notice` where the flag is too coarse (ALERT-1, ALERT-3). */
export const quietFields = { at_only: onField, quiet_until: timeField };

interface QuietFields {
  readonly is_notice: boolean;
  readonly at_only: boolean;
  readonly quiet_until: number;
}

export function quietOf({ is_notice, at_only, quiet_until }: QuietFields): Quiet | undefined {
  const alert = alertOf(is_notice ? 'all' : at_only ? 'mentions' : 'none', quiet_until || null);
  return typeof alert === 'boolean' ? undefined : alert;
}

/** A contact row (protocol 5.3) with our positions (docs/protocol.md, "Contact rows"). */
export const contactFields = v.object({
  id: contact,
  is_group: ifValid(int),
  displayName: shownText,
  realname: shownText,
  account: shownText,
  avatar: shownText,
  name_py: shownText,
  index: shownText,
  is_top: onField,
  is_notice: onUnless,
  ...quietFields,
  is_online: onField,
  lastContent: shownText,
  lastSendTime: timeField,
  type: v.fallback(v.picklist(MESSAGE_TYPES), 'text'),
  unread: count,
  is_at: count,
  owner_id: ifValid(whole),
  role: ifValid(whole),
  setting,
  notice: shownText,
  no_speak_time: secondsField,
  members: count,
  stream: ifValid(streamField),
  seq: ifValid(whole),
  count,
  mark: count,
  own: count,
  at_mark: count,
  hidden_n: count,
  peer_mark: count,
  archived_n: ifValid(whole),
  marked: onField,
  marked_n: ifValid(rowId),
  last: v.fallback(v.optional(v.nullable(lastMessage)), undefined),
  group_call: v.fallback(v.optional(v.nullable(groupCallData)), undefined),
  timers: v.fallback(v.optional(v.array(v.object({ n: whole, days: whole }))), undefined),
});

type Fields = v.InferOutput<typeof contactFields>;

export function decodeContactRow(row: unknown): Result<ContactFacts, DecodeError> {
  const parsed = read(contactFields, row, 'contact');
  return parsed.ok ? ok(factsOf(parsed.value)) : parsed;
}

/** Drops malformed rows and reports each; the other rows remain. */
export function decodeContactRows(rows: unknown): {
  readonly contacts: readonly ContactFacts[];
  readonly errors: readonly DecodeError[];
} {
  const contacts: ContactFacts[] = [];
  const errors: DecodeError[] = [];
  for (const row of Array.isArray(rows) ? (rows as readonly unknown[]) : []) {
    const decoded = decodeContactRow(row);
    if (!decoded.ok) errors.push(decoded.reason);
    // `system` is only a counter for us (LIST-7).
    else if (decoded.value.kind !== 'system') contacts.push(decoded.value);
  }
  return { contacts, errors };
}

/** A field of a row that is not decoded yet, as a number; 0 if it is none. */
const numberIn = (row: unknown, name: string): number =>
  (typeof row === 'object' && row !== null && Number(Reflect.get(row, name))) || 0;

/**
 * The first rows of a list as it is usually sorted, pinned and newest ones; null if it has no more rows. An
 * estimate from two fields.
 */
export function topRows(rows: unknown, count: number): readonly unknown[] | null {
  if (!Array.isArray(rows) || rows.length <= count) return null;
  const sorted = (rows as readonly unknown[]).map((row) => ({
    row,
    isTop: numberIn(row, 'is_top') > 0,
    at: numberIn(row, 'lastSendTime'),
  }));
  sorted.sort((a, b) => Number(b.isTop) - Number(a.isTop) || b.at - a.at);
  return sorted.slice(0, count).map(({ row }) => row);
}

export function factsOf(row: Fields): ContactFacts {
  const kind = kindOf(row);
  const last = row.last === undefined ? lastFromList(row) : row.last;
  return {
    id: row.id,
    kind,
    displayName: row.displayName || row.realname,
    realname: row.realname || row.displayName,
    account: row.account,
    avatar: row.avatar,
    namePy: row.name_py,
    index: letterOf(row.index),
    isTop: row.is_top,
    isNotice: row.is_notice,
    quiet: quietOf(row),
    isOnline: row.is_online,
    last,
    lastSentAtMs: last?.sentAtMs ?? 0,
    unread: row.unread,
    mentions: row.is_at,
    group: kind === 'group' ? groupOf(row) : null,
    position: positionOf(row),
    ...(row.archived_n !== undefined && { archivedTo: row.archived_n }),
    ...(row.marked && { marked: row.marked_n ?? true }),
    timers: row.timers,
    groupCall: row.group_call,
  };
}

function kindOf(row: Fields): ContactKind {
  if (row.id === FAVOURITES) return 'favourites';
  if (row.id === ADMIN_NOTICE) return 'notice';
  if (row.id === SYSTEM) return 'system';
  return row.is_group === 1 || row.id.startsWith('group-') ? 'group' : 'person';
}

/** The last message from the list's fields, for a server without `last`. Empty content means no messages. */
function lastFromList(row: Fields): LastMessage | null {
  if (row.lastContent === '') return null;
  return {
    n: null,
    type: row.type,
    content: row.lastContent,
    sentAtMs: row.lastSendTime,
    note: null,
    from: null,
    id: null,
  };
}

const letterOf = (index: string): string => (/^[A-Za-z]$/.test(index) ? index.toUpperCase() : '#');

const roleOf = (role: number | undefined): Role => (role === 1 || role === 2 ? role : 3);

const groupOf = (row: Fields): GroupFacts => ({
  ownerId: userId(row.owner_id ?? 0),
  role: roleOf(row.role),
  setting: row.setting,
  notice: row.notice,
  mutedUntilSec: row.no_speak_time,
  members: row.members,
});

function positionOf(row: Fields): ContactPosition | null {
  if (row.stream === undefined || row.seq === undefined) return null;
  return {
    stream: row.stream,
    seq: row.seq,
    count: row.count,
    mark: row.mark,
    own: row.own,
    mentionMark: row.at_mark,
    hiddenTo: row.hidden_n,
    peerMark: row.peer_mark,
  };
}
