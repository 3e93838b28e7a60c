import { SYSTEM, contactOfStream, groupOfStream, personContact } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { ConversationView, EventRow } from '../../ports/store.ts';
import { contactRow, hasChat } from './contact-row.ts';
import { applicationText } from './event-text.ts';
import type { Facts, FrameKinds } from './frame-kind.ts';
import type { FramingContext, Joined } from './load.ts';
import { preferenceKey } from './load-kept.ts';
import { pairKey, placeKey, wantApplicant, wantKept } from './wanted.ts';
import { isFor, mayRead, visible } from '../../domain/visible.ts';
import { STATIC_FACES, conversationFor, groupKind, toFlag, wireId, wireTime } from './wire-values.ts';
import { selfData } from './self-data.ts';
import type { FrameBody, WireFrame } from '../kernel/wire-frame.ts';
import { GROUP_ROLE } from '../../domain/contact.ts';

type FlagKind = 'top' | 'notice' | 'archive' | 'unread' | 'hide' | 'follow';
type OwnKind =
  | FlagKind
  | 'kept'
  | 'mark'
  | 'mentionMark'
  | 'joined'
  | 'left'
  | 'application'
  | 'applicationDone'
  | 'remark'
  | 'profile'
  | 'blocked'
  | 'later'
  | 'reminded'
  | 'session';

const idOf = (viewer: UserId, stream: StreamId) => wireId(conversationFor(viewer, stream));

/** State of a chat in the user's own list: the facts contain all of it. */
const flagFrames: FrameKinds<FlagKind> = {
  top: { frame: frameOfSwitch },
  notice: { frame: frameOfSwitch },
  archive: {
    frame: (_event, { of, to }, viewer) => ({ type: 'archiveChat', data: { id: idOf(viewer, of), n: to } }),
  },
  unread: {
    frame: (_event, { of, on, n }, viewer) => ({
      type: 'markUnread',
      data: { id: idOf(viewer, of), on: toFlag(on), n },
    }),
  },
  hide: { frame: (_event, { of, n }, viewer) => ({ type: 'hideChat', data: { id: idOf(viewer, of), n } }) },
  follow: {
    frame: (_event, { of, root, on }, viewer) => ({
      type: 'followThread',
      data: { id: idOf(viewer, of), root, on: toFlag(on) },
    }),
  },
};

/** Events in a user's own stream. */
export const ownFrames: FrameKinds<OwnKind> = {
  ...flagFrames,
  kept: {
    addNeeds: (needs, { viewers }, { name }) => wantKept(needs, viewers, name),
    frame: preferenceFrame,
  },
  mark: {
    frame: (_event, { of, mark, own, seq, count }, viewer) => ({
      type: 'readMark',
      data: { id: idOf(viewer, of), mark, own, seq, count },
    }),
  },
  mentionMark: {
    frame: (_event, { of, mark, mentions, seq, count }, viewer) => ({
      type: 'mentionMark',
      data: { id: idOf(viewer, of), mark, mentions, seq, count },
    }),
  },
  joined: {
    addNeeds: (needs, { viewers }, { of, n }) => {
      for (const viewer of viewers) needs.views.set(pairKey(of, viewer), { of, viewer, n });
    },
    frame: joinFrame,
  },
  left: { frame: leftFrame },
  application: {
    addNeeds: (needs, { viewers }, { from }) => wantApplicant(needs, from, viewers),
    frame: applicationFrame,
  },
  applicationDone: { frame: (_event, { pending }) => ({ type: 'applications', data: { pending } }) },
  remark: {
    addNeeds: (needs, _item, { user }) => void needs.users.add(user),
    frame: (_event, { user, name }, _viewer, batchData) => ({
      type: 'remark',
      data: {
        id: wireId(personContact(user)),
        displayName: name || (batchData.users.get(user)?.realname ?? ''),
      },
    }),
  },
  profile: {
    addNeeds: (needs, { viewers }) => {
      for (const viewer of viewers) needs.users.add(viewer);
    },
    frame: (event, _facts, viewer, batchData) => {
      const self = batchData.users.get(viewer);
      return self
        ? { type: 'profile', data: selfData(self) }
        : { type: 'void', data: { toContactId: idOf(viewer, event.stream) } };
    },
  },
  blocked: {
    frame: (_event, { user, on }) => ({
      type: 'blockPerson',
      data: { id: wireId(personContact(user)), on: toFlag(on) },
    }),
  },
  later: { frame: () => ({ type: 'later', data: {} }) },
  reminded: {
    frame: (_event, { of, id, msgId, n }, viewer) => ({
      type: 'reminded',
      data: { toContactId: idOf(viewer, of), id, msg_id: msgId, n },
    }),
  },
  session: { frame: () => ({ type: 'session', data: {} }) },
};

/** The present value, whichever write the event was (KEPT-1). */
function preferenceFrame(
  _event: EventRow,
  { name, op }: Facts<'kept'>,
  viewer: UserId,
  { preferences }: Joined,
): FrameBody {
  const text = preferences.get(preferenceKey(viewer, name)) ?? null;
  return { type: 'kept', data: { name, op, value: text === null ? null : (JSON.parse(text) as object) } };
}

/** Pinned, or notifying. */
function frameOfSwitch(_event: EventRow, facts: Facts<'top' | 'notice'>, viewer: UserId): FrameBody {
  const id = idOf(viewer, facts.of);
  const is_group = groupKind(facts.of);
  if (facts.kind === 'top') return { type: 'setChatTop', data: { id, is_top: toFlag(facts.on), is_group } };
  const { on, atOnly, untilMs } = facts;
  const quiet = { ...(atOnly && { at_only: 1 }), ...(untilMs !== undefined && { quiet_until: untilMs }) };
  return { type: 'setIsNotice', data: { id, is_notice: toFlag(on), is_group, ...quiet } };
}

/** The row at its base: later changes arrive as events of the conversation. */
function joinFrame(
  _event: EventRow,
  facts: Facts<'joined'>,
  viewer: UserId,
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  const type = facts.via === 'group' ? 'addGroup' : 'appendContact';
  const view = batchData.views.get(pairKey(facts.of, viewer));
  if (view && hasChat(view))
    return { type, data: contactRow(atBase(view, facts, batchData), viewer, context) };
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
      role: GROUP_ROLE.member,
      ...plain,
      ...position,
    },
  };
}

function atBase(
  view: ConversationView,
  { of, base, n, mark }: Facts<'joined'>,
  batchData: Joined,
): ConversationView {
  const before = batchData.byPlace.get(placeKey(of, n)) ?? null;
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

function leftFrame(_event: EventRow, { of, until, why, by }: Facts<'left'>, viewer: UserId): FrameBody {
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
  batchData: Joined,
  context: FramingContext,
): FrameBody {
  if (facts.unheard)
    return { type: 'void', data: { toContactId: wireId(conversationFor(viewer, event.stream)) } };
  const applicant = batchData.users.get(facts.from);
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
      pending: batchData.pending.get(viewer) ?? 0,
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
