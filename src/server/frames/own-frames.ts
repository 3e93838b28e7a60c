import { SYSTEM, contactOfStream, groupOfStream, personContact } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { ConversationView, EventFacts, EventRow } from '../../ports/store.ts';
import { contactRow, hasChat } from './contact-row.ts';
import { applicationText } from './event-text.ts';
import { pairKey, placeKey } from './load.ts';
import { keptKey } from './load-kept.ts';
import type { FramingContext, Joined } from './load.ts';
import { isFor, mayRead, visible } from '../../domain/visible.ts';
import { conversationFor, toFlag, groupKind, wireId, wireTime } from './wire-values.ts';
import { selfData } from './self-data.ts';
import { STATIC_FACES } from './static-faces.ts';
import type { FrameBody, WireFrame } from '../kernel/wire-frame.ts';

type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;

/** Frames of events in a user's own stream. */
export function ownFrame(
  event: EventRow,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody {
  const { facts } = event;
  const idOf = (stream: StreamId) => wireId(conversationFor(viewer, stream));
  switch (facts.kind) {
    case 'top':
    case 'notice':
      return shownFrame(facts, idOf(facts.of));
    case 'kept':
      return keptFrame(viewer, facts, joined);
    case 'archive':
      return { type: 'archiveChat', data: { id: idOf(facts.of), n: facts.to } };
    case 'unread':
      return { type: 'markUnread', data: { id: idOf(facts.of), on: toFlag(facts.on), n: facts.n } };
    case 'follow':
      return {
        type: 'followThread',
        data: { id: idOf(facts.of), root: facts.root, on: toFlag(facts.on) },
      };
    case 'hide':
      return { type: 'hideChat', data: { id: idOf(facts.of), n: facts.n } };
    case 'mark':
      return {
        type: 'readMark',
        data: { id: idOf(facts.of), mark: facts.mark, own: facts.own, seq: facts.seq, count: facts.count },
      };
    case 'mentionMark': {
      const { mark, mentions, seq, count } = facts;
      return { type: 'mentionMark', data: { id: idOf(facts.of), mark, mentions, seq, count } };
    }
    case 'joined':
      return joinedFrame(facts, viewer, joined, context);
    case 'left':
      return leftFrame(facts, viewer);
    case 'application':
      return applicationFrame(event, facts, viewer, joined, context);
    case 'applicationDone':
      return { type: 'applications', data: { pending: facts.pending } };
    case 'remark':
      return {
        type: 'remark',
        data: {
          id: wireId(personContact(facts.user)),
          displayName: facts.name || (joined.users.get(facts.user)?.realname ?? ''),
        },
      };
    case 'profile': {
      const self = joined.users.get(viewer);
      return self
        ? { type: 'profile', data: selfData(self) }
        : { type: 'void', data: { toContactId: idOf(event.stream) } };
    }
    case 'blocked':
      return { type: 'blockPerson', data: { id: wireId(personContact(facts.user)), on: toFlag(facts.on) } };
    case 'later':
      return { type: 'later', data: {} };
    case 'reminded': {
      const { of, id, msgId, n } = facts;
      return { type: 'reminded', data: { toContactId: idOf(of), id, msg_id: msgId, n } };
    }
    case 'session':
      return { type: 'session', data: {} };
    default:
      return { type: 'void', data: { toContactId: idOf(event.stream) } };
  }
}

/** The present value, whichever write the event was (KEPT-1). */
function keptFrame(viewer: UserId, { name, op }: Facts<'kept'>, { kept }: Joined): FrameBody {
  const text = kept.get(keptKey(viewer, name)) ?? null;
  return { type: 'kept', data: { name, op, value: text === null ? null : (JSON.parse(text) as object) } };
}

/** Pinned, or notifying. */
function shownFrame(facts: Facts<'top' | 'notice'>, id: unknown): FrameBody {
  const is_group = groupKind(facts.of);
  if (facts.kind === 'top') return { type: 'setChatTop', data: { id, is_top: toFlag(facts.on), is_group } };
  const { on, atOnly, untilMs } = facts;
  const quiet = { ...(atOnly && { at_only: 1 }), ...(untilMs !== undefined && { quiet_until: untilMs }) };
  return { type: 'setIsNotice', data: { id, is_notice: toFlag(on), is_group, ...quiet } };
}

/** The row at its base: later changes arrive as events of the conversation. */
function joinedFrame(
  facts: Facts<'joined'>,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody {
  const type = facts.via === 'group' ? 'addGroup' : 'appendContact';
  const view = joined.views.get(pairKey(facts.of, viewer));
  if (view && hasChat(view)) return { type, data: contactRow(atBase(view, facts, joined), viewer, context) };
  // No longer a member: `left` follows in the same stream, so only the place is sent (STREAM-10).
  const { of, base, n, mark } = facts;
  const group = groupOfStream(of);
  const position = {
    stream: of,
    seq: base,
    count: n,
    mark,
    own: 0,
    at_mark: n,
    hidden_n: 0,
    peer_mark: 0,
    last: null,
  };
  const plain = {
    displayName: '',
    realname: '',
    account: '',
    avatar: group === null ? STATIC_FACES.person : STATIC_FACES.group,
    name_py: '',
    index: '#',
    lastContent: '',
    lastSendTime: 0,
    type: 'text',
    unread: 0,
    is_at: 0,
    is_top: 0,
    is_notice: 1,
    is_online: 0,
    setting: {},
  };
  return {
    type,
    data: {
      id: wireId(conversationFor(viewer, of)),
      is_group: toFlag(group !== null),
      role: 3,
      ...plain,
      ...position,
    },
  };
}

function atBase(
  view: ConversationView,
  { of, base, n, mark }: Facts<'joined'>,
  joined: Joined,
): ConversationView {
  const before = joined.byPlace.get(placeKey(of, n)) ?? null;
  const above = visible(view.member.user, {
    kind: 'group',
    member: view.member,
    history: view.group?.setting.history === true,
  });
  const last =
    view.last && view.last.n <= n
      ? view.last
      : before && isFor(before, view.member.user) && mayRead(above, n)
        ? before
        : null;
  return {
    ...view,
    member: { ...view.member, mark, own: 0, mentionMark: n, hiddenTo: 0 },
    stream: { ...view.stream, head: base, count: n },
    mentions: 0,
    last,
    partner: view.partner ? { ...view.partner, mark: Math.min(view.partner.mark, n) } : null,
  };
}

function leftFrame({ of, until, why, by }: Facts<'left'>, viewer: UserId): FrameBody {
  const contact = wireId(contactOfStream(viewer, of) ?? conversationFor(viewer, of));
  if (why === 'dissolved' || why === 'unfriended')
    return { type: 'removeGroup', data: { group_id: contact, of, until, why, by } };
  return {
    type: 'removeUser',
    data: { group_id: contact, avatar: STATIC_FACES.group, user_id: viewer, of, until, why, by },
  };
}

/** Protocol 3.5: a friend request is sent as a message of `system`; `pending` is ours. */
function applicationFrame(
  event: EventRow,
  facts: Facts<'application'>,
  viewer: UserId,
  joined: Joined,
  context: FramingContext,
): FrameBody {
  if (facts.unheard)
    return { type: 'void', data: { toContactId: wireId(conversationFor(viewer, event.stream)) } };
  const applicant = joined.users.get(facts.from);
  return {
    type: 'simple',
    data: {
      id: `friend-${facts.friendId}-${event.seq}`,
      type: 'event',
      content: applicationText(applicant?.realname ?? ''),
      sendTime: wireTime(event.atMs, context.settings),
      is_group: 2,
      toContactId: SYSTEM,
      toUser: viewer,
      fromUser: { id: SYSTEM, displayName: '新的朋友', avatar: STATIC_FACES.person },
      from_user: facts.from,
      status: 'succeed',
      is_read: 0,
      extends: null,
      fileName: '',
      fileSize: 0,
      pending: joined.pending.get(viewer) ?? 0,
    },
  };
}

/**
 * Base-protocol clients clear their bar of mentions by an empty list. A group's new announcement is only a
 * message (GROUP-10).
 */
export function derivedFrames({ facts, atMs }: EventRow, viewer: UserId): readonly WireFrame[] {
  if (facts.kind !== 'mentionMark' || facts.mentions > 0) return [];
  const toContactId = wireId(conversationFor(viewer, facts.of));
  return [
    {
      type: 'atMsgList',
      time: Math.floor(atMs / 1_000),
      data: { list: [], count: 0, toContactId },
      derived: 1,
    },
  ];
}
