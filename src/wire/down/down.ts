import * as v from 'valibot';
import type { Framed, ServerEvent } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { whole } from '../scalars.ts';
import { on, placeOf, seconds, stream } from './fields.ts';
import type { FrameContext } from './fields.ts';
import * as groups from './group-changes.ts';
import * as marks from './marks.ts';
import * as membership from './membership.ts';
import { gone, posted } from './posted.ts';
import type { DecodeError } from './read.ts';
import * as registers from './registers.ts';
import * as takeBack from './take-back.ts';
import { webrtc } from './webrtc.ts';

type Decoder = (data: unknown, at: FrameContext) => Result<ServerEvent, DecodeError>;

/** Every frame that a server may send (protocol 3.4 and docs/protocol.md). */
const DECODERS: Readonly<Record<string, Decoder>> = {
  ping: () => ok({ type: 'pinged' }),
  pong: registers.pong,
  init: registers.init,
  isOnline: registers.isOnline,
  presence: registers.presence,
  offline: registers.offline,
  updateConfig: registers.updateConfig,
  applications: registers.applications,
  remark: registers.remark,
  profile: registers.profile,
  profiles: registers.profiles,
  simple: posted,
  group: posted,
  void: gone,
  undoMessage: takeBack.undone,
  delMessage: takeBack.deleted,
  updateMessage: takeBack.updated,
  setChatTop: marks.topSet,
  setIsNotice: marks.noticeSet,
  hideChat: marks.chatHidden,
  readMark: marks.readMark,
  mentionMark: marks.mentionMark,
  readAll: marks.readAll,
  isRead: marks.isRead,
  atMsgList: marks.mentionList,
  addGroup: membership.addGroup,
  appendContact: membership.appendContact,
  addGroupUser: membership.addGroupUser,
  removeUser: membership.removeUser,
  removeGroup: membership.removeGroup,
  editGroupName: groups.renamed,
  setNotice: groups.noticeSet,
  groupSetting: groups.settingSet,
  setManager: groups.managerSet,
  changeOwner: groups.ownerChanged,
  setNoSpeak: groups.muted,
  clearMessage: groups.cleared,
  webrtc,
};

/** Names of all of them; each has recorded frames (WIRE-13). */
export const FRAME_TYPES: readonly string[] = Object.keys(DECODERS);

/** Fields beside the data; control frames have no data and carry theirs on top. */
export const frameFields = v.object({
  type: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  time: seconds,
  stream: v.fallback(v.optional(stream), undefined),
  seq: v.fallback(v.optional(whole), undefined),
  derived: on,
});

const CONTROL: ReadonlySet<string> = new Set(['init', 'ping', 'pong']);

/** A frame as it came off the socket. Never throws, whatever the bytes (WIRE-5). */
export function decodeFrame(text: string, self: UserId | null): Result<Framed | 'ignored', DecodeError> {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return fail({ reason: 'notJson' });
  }
  return decodeParsedFrame(frame, self);
}

/** The same for frames inside a `sync` answer. Unknown types are ignored, but their place is taken (WIRE-4). */
export function decodeParsedFrame(frame: unknown, self: UserId | null): Result<Framed | 'ignored', DecodeError> {
  const head = v.safeParse(frameFields, frame);
  if (!head.success) return fail({ reason: 'notAFrame' });
  const { type, time, derived, ...at } = head.output;
  if (derived) return ok('ignored');
  const place = placeOf(at);
  const decoder = Object.hasOwn(DECODERS, type) ? DECODERS[type] : undefined;
  if (!decoder) return ok(place ? { event: { type: 'placeTaken' }, place, atSec: time } : 'ignored');
  const data = CONTROL.has(type) ? frame : (frame as { readonly data?: unknown }).data;
  const event = decoder(dataOf(data), { type, self, place });
  return event.ok ? ok({ event: event.value, place, atSec: time }) : event;
}

/** Some peers send `data` as JSON text. */
function dataOf(data: unknown): unknown {
  if (typeof data !== 'string' || !data.startsWith('{')) return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
