import {
  type ContactId,
  FAVOURITES,
  NOTICE_STREAM,
  type StreamId,
  type UserId,
  contactOfStream,
  groupOfStream,
} from '../../domain/ids.ts';
import type { Settings } from '../kernel/core.ts';

export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);

/** Message time in the unit that was chosen for the wire (WIRE-6). */
export const wireTime = (ms: number, settings: Pick<Settings, 'wireTime'>): number =>
  settings.wireTime === 'ms' ? ms : toSeconds(ms);

export const toFlag = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** People and favourites are numbers on the wire, groups and static contacts text. */
export const wireId = (id: ContactId): number | string => (/^-?\d+$/.test(id) ? Number(id) : id);

/** The conversation that `viewer` sees behind any stream; the own stream holds the favourites. */
export const conversationFor = (viewer: UserId, stream: StreamId): ContactId =>
  contactOfStream(viewer, stream) ?? FAVOURITES;

/** `is_group` of the contract: 0 person, 1 group, 2 system, 3 favourites. */
export function groupKind(stream: StreamId): 0 | 1 | 2 | 3 {
  if (groupOfStream(stream) !== null) return 1;
  if (stream === NOTICE_STREAM) return 2;
  return stream.startsWith('u') ? 3 : 0;
}

/**
 * Pictures of contacts without one: base-protocol clients draw the picture of an address, and nothing without
 * one.
 */
export const STATIC_FACES = {
  notice: '/static/notice.svg',
  favourites: '/static/favourites.svg',
  person: '/static/person.svg',
  group: '/static/group.svg',
} as const;
