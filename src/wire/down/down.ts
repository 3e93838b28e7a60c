import * as v from 'valibot';
import type { FramedEvent } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { CONTROL, type Decoder, frameFields } from './control.ts';
import { streamPlaceOf } from './fields.ts';
import { decodeGroupCall, decodeGroupCallSignal } from './group-calls.ts';
import * as groups from './group-changes.ts';
import { decodeKept } from './kept.ts';
import * as registers from './registers.ts';
import {
  decodeBlock,
  decodeLater,
  decodeMoments,
  decodeReminded,
  decodeTimer,
  decodeTyping,
} from './registers.ts';
import { PART_DECODERS } from './under-message.ts';
import * as marks from './marks.ts';
import * as membership from './membership.ts';
import { decodeGone, decodePosted } from './posted.ts';
import type { DecodeError } from './read.ts';
import * as takeBack from './take-back.ts';
import { decodeWebrtc } from './webrtc.ts';

/** Every frame that a server may send (protocol 3.4 and docs/protocol.md). */
const DECODERS: Readonly<Record<string, Decoder>> = {
  ...CONTROL,
  isOnline: registers.decodeOnline,
  presence: registers.decodePresence,
  typing: decodeTyping,
  moments: decodeMoments,
  offline: registers.decodeOffline,
  updateConfig: registers.updateConfig,
  applications: registers.decodeApplications,
  remark: registers.decodeRemark,
  profile: registers.profile,
  profiles: registers.decodeProfiles,
  simple: decodePosted,
  group: decodePosted,
  void: decodeGone,
  undoMessage: takeBack.decodeUndone,
  delMessage: takeBack.decodeDeleted,
  updateMessage: takeBack.decodeUpdated,
  ...PART_DECODERS,
  blockPerson: decodeBlock,
  later: decodeLater,
  reminded: decodeReminded,
  timer: decodeTimer,
  setChatTop: marks.decodeTop,
  setIsNotice: marks.decodeNotifications,
  kept: decodeKept,
  archiveChat: marks.decodeArchive,
  markUnread: marks.decodeUnreadMark,
  hideChat: marks.decodeHiddenChat,
  readMark: marks.decodeReadMark,
  mentionMark: marks.decodeMentionMark,
  readAll: marks.decodeReadAll,
  isRead: marks.decodeIsRead,
  atMsgList: marks.decodeMentionList,
  addGroup: membership.addGroup,
  appendContact: membership.appendContact,
  addGroupUser: membership.decodeAddedUsers,
  removeUser: membership.decodeRemovedUser,
  removeGroup: membership.decodeRemovedGroup,
  editGroupName: groups.decodeGroupName,
  setNotice: groups.decodeGroupNotice,
  groupSetting: groups.decodeGroupSetting,
  setManager: groups.decodeManager,
  changeOwner: groups.decodeOwnerChange,
  setNoSpeak: groups.decodeMute,
  clearMessage: groups.decodeCleared,
  groupRequests: groups.decodeGroupRequests,
  groupCall: decodeGroupCall,
  groupCallSignal: decodeGroupCallSignal,
  webrtc: decodeWebrtc,
};

/** All frame types; each has recorded frames (WIRE-13). */
export const FRAME_TYPES: readonly string[] = Object.keys(DECODERS);

/** Decodes a frame from the socket. Never throws, for any bytes (WIRE-5). */
export function decodeFrame(text: string, self: UserId | null): Result<FramedEvent | 'ignored', DecodeError> {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return fail({ reason: 'notJson' });
  }
  return decodeParsedFrame(frame, self);
}

/**
 * The same for frames inside a `sync` answer. Unknown types are ignored, but their place is taken (WIRE-4).
 */
export function decodeParsedFrame(
  frame: unknown,
  self: UserId | null,
): Result<FramedEvent | 'ignored', DecodeError> {
  const head = v.safeParse(frameFields, frame);
  if (!head.success) return fail({ reason: 'notAFrame' });
  const { type, time, derived, ...at } = head.output;
  if (derived) return ok('ignored');
  const place = streamPlaceOf(at);
  const decoder = Object.hasOwn(DECODERS, type) ? DECODERS[type] : undefined;
  if (!decoder) return ok(place ? { event: { type: 'placeTaken' }, place, atSec: time } : 'ignored');
  const data = Object.hasOwn(CONTROL, type) ? frame : (frame as { readonly data?: unknown }).data;
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
