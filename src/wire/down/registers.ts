import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { type Result, ok } from '../../domain/result.ts';
import { TYPING_STATUSES } from '../../domain/typing.ts';
import { flag, listOf, whole, withDefault } from '../scalars.ts';
import { decodeConfig } from './config.ts';
import {
  type FrameContext,
  contact,
  conversationIn,
  message,
  onField,
  person,
  shownText,
  socket,
} from './fields.ts';
import { profileRows } from './profiles.ts';
import { type DecodeError, read } from './read.ts';
import { decodeSelf } from './self.ts';

type Decoded = Result<ServerEvent, DecodeError>;

export const onlineFields = v.object({ id: person, is_online: flag });

export function decodeOnline(data: unknown, at: FrameContext): Decoded {
  const parsed = read(onlineFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, is_online } = parsed.value;
  return ok({ type: 'onlineSet', on: is_online ? [id] : [], off: is_online ? [] : [id] });
}

export const presenceFields = v.object({
  on: listOf(person, 100_000),
  off: listOf(person, 100_000),
  all: withDefault(flag, false),
});

/** Ours: changes of one second together (PRES-2), or all online users (PRES-3). */
export function decodePresence(data: unknown, at: FrameContext): Decoded {
  const parsed = read(presenceFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { on: came, off, all } = parsed.value;
  return ok({ type: 'onlineSet', on: came, off, ...(all ? { all } : {}) });
}

export const profilesFields = v.object({ list: profileRows });

/** Ours: new names and pictures of people who share a conversation with me (STREAM-17). */
export function decodeProfiles(data: unknown, at: FrameContext): Decoded {
  const parsed = read(profilesFields, data, at.type);
  return parsed.ok ? ok({ type: 'profilesSet', profiles: parsed.value.list }) : parsed;
}

export function updateConfig(data: unknown): Decoded {
  const decoded = decodeConfig(data);
  return decoded.ok ? ok({ type: 'configSet', config: decoded.value }) : decoded;
}

export const offlineFields = v.object({ id: person, client_id: socket, isMobile: onField });

/** A login without a socket sends an empty client id, and still is another client's login. */
const nameClient = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'client_id' in data && data.client_id === ''
    ? { ...data, client_id: 'none' }
    : data;

/** Another login of this user; the client decides whether it ends this session (SESS-4). */
export function decodeOffline(data: unknown, at: FrameContext): Decoded {
  const parsed = read(offlineFields, nameClient(data), at.type);
  if (!parsed.ok) return parsed;
  const { id, client_id, isMobile } = parsed.value;
  return ok({ type: 'loggedInElsewhere', user: id, client: client_id, isMobile });
}

export const applicationsFields = v.object({ pending: whole });

export function decodeApplications(data: unknown, at: FrameContext): Decoded {
  const parsed = read(applicationsFields, data, at.type);
  return parsed.ok ? ok({ type: 'applicationsSet', pending: parsed.value.pending }) : parsed;
}

export const remarkFields = v.object({ id: person, displayName: shownText });

export function decodeRemark(data: unknown, at: FrameContext): Decoded {
  const parsed = read(remarkFields, data, at.type);
  return parsed.ok
    ? ok({ type: 'remarkSet', user: parsed.value.id, name: parsed.value.displayName })
    : parsed;
}

export function profile(data: unknown): Decoded {
  const decoded = decodeSelf(data);
  return decoded.ok ? ok({ type: 'profileSet', self: decoded.value }) : decoded;
}

export const momentsFields = v.object({ at: whole });

/** `moments`, ours: something is new among them, and when the newest was that is news to me (MOMENT-6). */
export function decodeMoments(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(momentsFields, data, at.type);
  return parsed.ok ? ok({ type: 'momentsMoved', atMs: parsed.value.at }) : parsed;
}

export const blockFields = v.object({ id: person, on: flag });

/** `blockPerson`, ours: a device of this user blocked or unblocked another user (BLOCK-7). */
export function decodeBlock(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(blockFields, data, at.type);
  return parsed.ok ? ok({ type: 'blockSet', user: parsed.value.id, on: parsed.value.on }) : parsed;
}

/** `later`, ours: the list of scheduled messages and reminders has changed, without its content (LATER-5). */
export const decodeLater = (): Result<ServerEvent, DecodeError> => ok({ type: 'laterChanged' });

export const remindedFields = v.object({ toContactId: contact, id: message });

/** `reminded`, ours: the time of a reminder has come (LATER-10). */
export function decodeReminded(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(remindedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id } = parsed.value;
  return ok({ type: 'reminded', conversation: toContactId, id });
}

/** `timer`, ours: how long messages after a line remain there (VANISH-2). */
export const timerFields = v.object({
  toContactId: contact,
  n: whole,
  days: whole,
});

export function decodeTimer(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(timerFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, n, days } = parsed.value;
  return ok({ type: 'timerSet', conversation: conversationIn(at, toContactId), timer: { n, days } });
}

export const typingFields = v.object({
  toContactId: contact,
  user_id: person,
  name: shownText,
  what: v.picklist(TYPING_STATUSES),
});

/** Ours and transient: never stored, and it may be lost (TYPING-1). */
export function decodeTyping(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(typingFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId: conversation, user_id: user, name, what } = parsed.value;
  return ok({ type: 'typingHeard', conversation, user, name, what });
}
