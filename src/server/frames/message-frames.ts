import {
  NOTICE_STREAM,
  type UserId,
  groupOfStream,
  peopleOfStream,
  personContact,
} from '../../domain/ids.ts';
import { isLeftOut, mentionsFor } from '../../domain/mentions.ts';
import { withWordMarks, wordMarksIn } from '../../domain/rich-text.ts';
import { isFor } from '../../domain/visible.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { contactInfo, groupIdentity, personIdentity } from './contact-row.ts';
import { recallText } from './event-text.ts';
import { detailsOf, fileData } from './file-data.ts';
import type { Facts, FrameKinds } from './frame-kind.ts';
import { groupRowOf } from './group-frames.ts';
import { notFor } from './history.ts';
import type { FramingContext, Joined } from './load.ts';
import { lastData, messageData } from './message-data.ts';
import { isShownTo, nameOf } from './sees-shown.ts';
import { pairKey, placeKey, wantChanged, wantGone, wantLast, wantMessage } from './wanted.ts';
import { conversationFor, toFlag, wireId, wireTime } from './wire-values.ts';

/** Messages of a conversation, and changes of their text. */
export const messageFrames: FrameKinds<'message' | 'recall' | 'delete' | 'read' | 'updated' | 'edited'> = {
  message: { addNeeds: wantMessage, frame: messageFrame },
  recall: {
    addNeeds: (needs, { event }, facts) => wantGone(needs, event.stream, facts),
    frame: recallFrame,
  },
  delete: {
    addNeeds: (needs, { event }, facts) => wantGone(needs, event.stream, facts),
    frame: deleteFrame,
  },
  read: { frame: readFrame },
  updated: {
    addNeeds: (needs, { event }, { msgId }) => wantChanged(needs, event.stream, msgId),
    frame: updateFrame,
  },
  edited: {
    addNeeds: (needs, { event }, { msgId, lastN }) => {
      wantChanged(needs, event.stream, msgId);
      if (typeof lastN === 'number') wantLast(needs, event.stream, lastN);
    },
    frame: editFrame,
  },
};

function messageFrame(
  event: EventRow,
  facts: Facts<'message'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const row = batchData.messages.get(facts.msgId);
  const group = groupOfStream(event.stream);
  const notice = facts.notice ? { notice: groupRowOf(event, batchData)?.notice ?? '' } : {};
  if (!row) {
    const { id, n, from } = facts;
    return {
      type: 'void',
      data: { toContactId: wireId(conversationFor(viewer, event.stream)), id, n, from, ...notice },
    };
  }
  const pair = peopleOfStream(row.stream);
  // One-to-one: names under the viewer's remark, and the conversation as the viewer sees it.
  const partnerId = pair && (pair[0] === viewer ? pair[1] : pair[0]);
  const partner = partnerId === null ? undefined : batchData.users.get(partnerId);
  const nickname = partnerId === null ? '' : (batchData.remarks.get(viewer)?.get(partnerId) ?? '');
  const groupRow = group === null ? undefined : batchData.groups.get(group);
  const who = groupRow
    ? groupIdentity(groupRow)
    : partner && personIdentity(partner, nickname, context.online(partner.id, viewer));
  const reader = group === null && event.stream !== NOTICE_STREAM ? viewer : null;
  const data = messageData(row, reader, 'push', {
    settings: context.settings,
    author: batchData.users.get(row.from) ?? null,
    alias: row.from === viewer ? '' : nickname,
    role: group === null ? 3 : (batchData.roles.get(pairKey(row.stream, row.from)) ?? 3),
    quoted:
      row.pid === null || !isShownTo(event, viewer, batchData)
        ? null
        : (batchData.quoted.get(row.pid) ?? null),
    contactInfo: who && contactInfo(who, row, reader),
  });
  if (isLeftOut(row.at, viewer)) data['at'] = [];
  if (row.root !== null) Object.assign(data, threadField(event, viewer, batchData));
  if (group !== null) return { type: 'group', data: facts.notice ? Object.assign(data, notice) : data };
  if (row.type !== 'webrtc') return { type: 'simple', data };
  if (viewer === row.from) data['toContactId'] = data['toUser'];
  return { type: 'webrtc', data };
}

function recallFrame(
  event: EventRow,
  facts: Facts<'recall'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const name = nameOf(facts.by, batchData);
  const seer = groupOfStream(event.stream) === null ? viewer : null;
  return {
    type: 'undoMessage',
    data: {
      id: facts.id,
      msg_id: facts.msgId,
      n: facts.n,
      type: 'event',
      content: recallText(facts.by, name, facts.byManager, seer),
      from_user: facts.from,
      sendTime: wireTime(event.atMs, context.settings),
      status: 1,
      is_undo: 1,
      is_last: toFlag(facts.lastN === facts.n),
      toContactId: wireId(conversationFor(viewer, event.stream)),
      isMobile: 0,
      by: facts.by,
      byName: name,
      byManager: toFlag(facts.byManager),
      at: mentionsFor(facts.at, viewer),
      last: lastOf(event, facts.lastN, viewer, batchData, context),
      ...(facts.uncounts && { uncounts: 1 }),
      ...threadField(event, viewer, batchData),
    },
  };
}

/**
 * The present text. If it is deleted, the frame still contains the mentions before and after, since those
 * were counted (EDIT-4).
 */
function editFrame(
  event: EventRow,
  facts: Facts<'edited'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const { id, msgId, n, from } = facts;
  const [was, at] = [mentionsFor(facts.was, viewer), mentionsFor(facts.at, viewer)];
  const toContactId = wireId(conversationFor(viewer, event.stream));
  if (!isShownTo(event, viewer, batchData)) return { type: 'void', data: { toContactId } };
  const row = batchData.messages.get(msgId);
  if (!row || row.recalled) return { type: 'void', data: { toContactId, n, from, was, at } };
  const details = row.type === 'text' ? withWordMarks(null, wordMarksIn(row.extra)) : detailsOf(row.extra);
  const { lastN } = facts;
  const last = lastN === undefined ? {} : { last: lastOf(event, lastN, viewer, batchData, context) };
  const data = { id, msg_id: msgId, n, toContactId, from_user: from, type: row.type, content: row.content };
  return {
    type: 'updateMessage',
    data: {
      ...data,
      ...fileData(row, context.settings.links),
      extends: details,
      rev: row.rev,
      was,
      at,
      ...(facts.again && { again: facts.again }),
      ...last,
    },
  };
}

function deleteFrame(
  event: EventRow,
  facts: Facts<'delete'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const { id, msgId, n, from } = facts;
  return {
    type: 'delMessage',
    data: {
      id,
      msg_id: msgId,
      n,
      toContactId: wireId(conversationFor(viewer, event.stream)),
      from_user: from,
      at: mentionsFor(facts.at, viewer),
      last: lastOf(event, facts.lastN, viewer, batchData, context),
      ...(facts.uncounts && { uncounts: 1 }),
      ...threadField(event, viewer, batchData),
    },
  };
}

function updateFrame(
  event: EventRow,
  { id, msgId }: Facts<'updated'>,
  viewer: UserId,
  batchData: Joined,
): FrameBody {
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const row = batchData.messages.get(msgId);
  if (!row || row.recalled || !isShownTo(event, viewer, batchData))
    return { type: 'void', data: { toContactId } };
  const { type, content, extra } = row;
  return {
    type: 'updateMessage',
    data: { id, msg_id: msgId, toContactId, type, content, extends: detailsOf(extra) },
  };
}

function lastOf(
  event: EventRow,
  lastN: number | null,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): unknown {
  if (lastN === null) return null;
  const newest = batchData.byPlace.get(placeKey(event.stream, lastN));
  // Changes of a message that is deleted since, or private to its author, do not reach all members later.
  const row = newest && isFor(newest, viewer) ? newest : batchData.lastBefore(event.stream, lastN, viewer);
  if (!row || !isShownTo(event, viewer, batchData)) return null;
  return lastData(row, groupOfStream(event.stream) === null ? viewer : null, context.settings);
}

/** The reader's devices get the mark, the partner what was read. */
function readFrame(event: EventRow, facts: Extract<EventFacts, { kind: 'read' }>, viewer: UserId): FrameBody {
  const id = wireId(conversationFor(viewer, event.stream));
  if (facts.user !== viewer)
    return { type: 'readAll', data: { toContactId: wireId(personContact(facts.user)), n: facts.mark } };
  return {
    type: 'readMark',
    data: { id, mark: facts.mark, own: facts.own, seq: event.seq, count: facts.count },
  };
}

/** The thread whose answers an event adds to, or takes from. */
function rootOf({ facts }: EventRow, batchData: Joined): number | null {
  if (facts.kind === 'recall' || facts.kind === 'delete') return facts.root ?? null;
  return facts.kind === 'message' ? (batchData.messages.get(facts.msgId)?.root ?? null) : null;
}

/**
 * The thread fields of a message frame: the number of answers, for readers of the first message; and whether
 * the viewer follows it, so that they are notified even if the group is muted (THREAD-3, THREAD-7).
 */
function threadField(
  event: EventRow,
  viewer: UserId,
  batchData: Joined,
): { readonly thread?: Readonly<Record<string, number>> } {
  const root = rootOf(event, batchData);
  const thread = root === null ? undefined : batchData.threads.get(placeKey(event.stream, root));
  if (root === null || thread === undefined) return {};
  const isSeen = batchData.unseen.get(placeKey(event.stream, root))?.has(viewer) !== true;
  const follows = event.facts.kind === 'message' && thread.followers.has(viewer);
  return {
    thread: {
      root,
      ...(isSeen && { count: thread.count - notFor(thread.ofOne, root, viewer) }),
      ...(follows && { follow: 1 }),
    },
  };
}

/** The thread part in which frames of two members of a group may differ. */
export function threadVariant(event: EventRow, viewer: UserId, batchData: Joined): string {
  const { thread } = threadField(event, viewer, batchData);
  if (thread === undefined) return '';
  return `${'count' in thread ? '' : ' blind'}${'follow' in thread ? ' follows' : ''}`;
}
