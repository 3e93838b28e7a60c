import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, listOf, whole, withDefault } from '../scalars.ts';
import { decodeConfig } from './config.ts';
import { onField, person, shownText, socket } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { profileRows } from './profiles.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';
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
