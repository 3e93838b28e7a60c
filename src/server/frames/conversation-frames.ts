import { NOTICE_STREAM, groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import { isLeftOut, mentionsFor } from '../../domain/mentions.ts';
import { withWordMarks, wordMarksIn } from '../../domain/rich-text.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import { callFrame } from './call-frames.ts';
import { contactInfo, groupIdentity, personIdentity, wholeSetting } from './contact-row.ts';
import { recallText } from './event-text.ts';
import { detailsOf, fileData } from './file-data.ts';
import { pairKey, placeKey } from './load.ts';
import type { FramingContext, Joined } from './load.ts';
import { isFor } from '../../domain/visible.ts';
import { lastData, messageData } from './message-data.ts';
import { readFrame } from './read-frame.ts';
import { nameOf, seesShown } from './sees-shown.ts';
import { threadField } from './thread-frames.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { pollFrame, previewedFrame, reactedFrame } from './under-frames.ts';
import { conversationFor, toFlag, wireId, wireTime } from './wire-values.ts';

type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;

/** Frames of events in conversation streams; null for kinds of the own stream. */
export function conversationFrame(
  event: EventRow,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody | null {
  const { stream, facts } = event;
  const group = wireId(conversationFor(viewer, stream));
  switch (facts.kind) {
    case 'message':
      return messageFrame(event, facts, viewer, joined, context);
    case 'recall':
      return recallFrame(event, facts, viewer, joined, context);
    case 'delete': {
      const { id, msgId, n, from } = facts;
      return {
        type: 'delMessage',
        data: {
          id,
          msg_id: msgId,
          n,
          toContactId: group,
          from_user: from,
          at: mentionsFor(facts.at, viewer),
          last: lastOf(event, facts.lastN, viewer, joined, context),
          ...(facts.uncounts && { uncounts: 1 }),
          ...threadField(event, viewer, joined),
        },
      };
    }
    case 'read':
      return readFrame(event, facts, viewer);
    case 'updated': {
      const row = joined.messages.get(facts.msgId);
      if (!row || row.recalled || !seesShown(event, viewer, joined))
        return { type: 'void', data: { toContactId: group } };
      return {
        type: 'updateMessage',
        data: {
          id: facts.id,
          msg_id: facts.msgId,
          toContactId: group,
          type: row.type,
          content: row.content,
          extends: row.extra,
        },
      };
    }
    case 'edited':
      return editFrame(event, facts, viewer, joined, context);
    case 'pinned':
    case 'unpinned':
      return pinFrame(event, facts, viewer, joined, context);
    case 'previewed':
      return previewedFrame(event, facts, viewer, joined, context);
    case 'reacted':
      return reactedFrame(event, facts, viewer, joined);
    case 'voted':
    case 'pollClosed':
      return pollFrame(event, facts, viewer, joined);
    case 'call':
      return callFrame(event, facts, viewer, joined, context);
    case 'dissolved':
      // It has no members afterwards; each one's own stream contains `left`.
      return { type: 'void', data: { toContactId: group } };
    case 'anew':
      return { type: 'void', data: { toContactId: group, anew: 1 } };
    case 'timer':
      return { type: 'timer', data: { toContactId: group, n: facts.n, days: facts.days } };
    default:
      return groupFrame(event, group, joined);
  }
}

/** Frames for changes of a group, other than its messages. */
function groupFrame(event: EventRow, group: ReturnType<typeof wireId>, joined: Joined): FrameBody | null {
  const { facts } = event;
  switch (facts.kind) {
    case 'rename':
      return {
        type: 'editGroupName',
        data: { id: group, group_id: group, displayName: facts.name, editUserName: nameOf(facts.by, joined) },
      };
    case 'added':
      return {
        type: 'addGroupUser',
        data: {
          group_id: group,
          avatar: avatarOf(event, joined),
          user_ids: facts.users,
          members: facts.members,
        },
      };
    case 'removed':
      return {
        type: 'removeUser',
        data: {
          group_id: group,
          avatar: avatarOf(event, joined),
          user_id: facts.user,
          members: facts.members,
        },
      };
    case 'groupSetting': {
      const row = groupRowOf(event, joined);
      return row
        ? { type: 'groupSetting', data: { group_id: group, setting: wholeSetting(row.setting) } }
        : { type: 'void', data: { toContactId: group } };
    }
    case 'manager': {
      const who = facts.user === null ? {} : { user_id: facts.user, role: facts.role };
      return { type: 'setManager', data: { group_id: group, avatar: avatarOf(event, joined), ...who } };
    }
    case 'owner':
      return { type: 'changeOwner', data: { group_id: group, user_id: facts.user } };
    case 'muted':
      return {
        type: 'setNoSpeak',
        data: { group_id: group, user_id: facts.user, no_speak_time: facts.untilSec },
      };
    case 'cleared':
      return { type: 'clearMessage', data: { group_id: group, n: facts.n, mentions: facts.mentions } };
    default:
      return null;
  }
}

function messageFrame(
  event: EventRow,
  facts: Facts<'message'>,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody {
  const row = joined.messages.get(facts.msgId);
  const group = groupOfStream(event.stream);
  const notice = facts.notice ? { notice: groupRowOf(event, joined)?.notice ?? '' } : {};
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
  const partner = partnerId === null ? undefined : joined.users.get(partnerId);
  const nickname = partnerId === null ? '' : (joined.remarks.get(viewer)?.get(partnerId) ?? '');
  const groupRow = group === null ? undefined : joined.groups.get(group);
  const who = groupRow
    ? groupIdentity(groupRow)
    : partner && personIdentity(partner, nickname, context.online(partner.id, viewer));
  const reader = group === null && event.stream !== NOTICE_STREAM ? viewer : null;
  const data = messageData(row, reader, 'push', {
    settings: context.settings,
    author: joined.users.get(row.from) ?? null,
    alias: row.from === viewer ? '' : nickname,
    role: group === null ? 3 : (joined.roles.get(pairKey(row.stream, row.from)) ?? 3),
    quoted:
      row.pid === null || !seesShown(event, viewer, joined) ? null : (joined.quoted.get(row.pid) ?? null),
    contactInfo: who && contactInfo(who, row, reader),
  });
  if (isLeftOut(row.at, viewer)) data['at'] = [];
  if (row.root !== null) Object.assign(data, threadField(event, viewer, joined));
  if (group !== null) return { type: 'group', data: facts.notice ? Object.assign(data, notice) : data };
  if (row.type !== 'webrtc') return { type: 'simple', data };
  if (viewer === row.from) data['toContactId'] = data['toUser'];
  return { type: 'webrtc', data };
}

function recallFrame(
  event: EventRow,
  facts: Facts<'recall'>,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody {
  const name = nameOf(facts.by, joined);
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
      last: lastOf(event, facts.lastN, viewer, joined, context),
      ...(facts.uncounts && { uncounts: 1 }),
      ...threadField(event, viewer, joined),
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
  joined: Joined,
  context: FramingContext,
): FrameBody {
  const { id, msgId, n, from } = facts;
  const [was, at] = [mentionsFor(facts.was, viewer), mentionsFor(facts.at, viewer)];
  const toContactId = wireId(conversationFor(viewer, event.stream));
  if (!seesShown(event, viewer, joined)) return { type: 'void', data: { toContactId } };
  const row = joined.messages.get(msgId);
  if (!row || row.recalled) return { type: 'void', data: { toContactId, n, from, was, at } };
  const details = row.type === 'text' ? withWordMarks(null, wordMarksIn(row.extra)) : detailsOf(row.extra);
  const { lastN } = facts;
  const last = lastN === undefined ? {} : { last: lastOf(event, lastN, viewer, joined, context) };
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

/** Omits the pin of a message that is deleted by now, or hidden from this viewer. */
function pinFrame(
  event: EventRow,
  facts: Facts<'pinned' | 'unpinned'>,
  viewer: UserId,
  joined: Joined,
  { settings }: FramingContext,
): FrameBody {
  const { kind, id, msgId, n, by } = facts;
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const row = joined.messages.get(msgId);
  const isShown = seesShown(event, viewer, joined) && (kind === 'unpinned' || row?.recalled === false);
  if (!isShown) return { type: 'void', data: { toContactId } };
  const data = { toContactId, id, msg_id: msgId, n, by };
  return kind === 'unpinned'
    ? { type: 'unpinned', data }
    : {
        type: 'pinned',
        data: {
          ...data,
          byName: nameOf(by, joined),
          pinTime: wireTime(event.atMs, settings),
          after_n: facts.afterN,
        },
      };
}

function lastOf(
  event: EventRow,
  lastN: number | null,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): unknown {
  if (lastN === null) return null;
  const newest = joined.byPlace.get(placeKey(event.stream, lastN));
  // Changes of a message that is deleted since, or private to its author, do not reach all members later.
  const row = newest && isFor(newest, viewer) ? newest : joined.lastBefore(event.stream, lastN, viewer);
  if (!row || !seesShown(event, viewer, joined)) return null;
  return lastData(row, groupOfStream(event.stream) === null ? viewer : null, context.settings);
}

const groupRowOf = (event: EventRow, joined: Joined) => {
  const group = groupOfStream(event.stream);
  return group === null ? null : (joined.groups.get(group) ?? null);
};

const avatarOf = (event: EventRow, joined: Joined): string => groupRowOf(event, joined)?.avatar ?? '';
