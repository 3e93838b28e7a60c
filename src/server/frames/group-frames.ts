import { groupOfStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { wholeSetting } from './contact-row.ts';
import type { FrameKinds } from './frame-kind.ts';
import { groupCallData } from './group-call-data.ts';
import type { Joined } from './load.ts';
import { nameOf } from './sees-shown.ts';
import { conversationFor, wireId } from './wire-values.ts';
import { wantGroup, wantGroupCall } from './wanted.ts';
import type { EventForViewers, FrameNeeds } from './wanted.ts';

const groupOf = (event: EventRow, viewer: UserId) => wireId(conversationFor(viewer, event.stream));

const emptyFrame = (event: EventRow, viewer: UserId): FrameBody => ({
  type: 'void',
  data: { toContactId: groupOf(event, viewer) },
});

const needGroup = (needs: FrameNeeds, { event }: EventForViewers): void => wantGroup(needs, event.stream);

type GroupKind =
  | 'rename'
  | 'added'
  | 'removed'
  | 'groupSetting'
  | 'manager'
  | 'owner'
  | 'muted'
  | 'cleared'
  | 'dissolved'
  | 'anew'
  | 'timer'
  | 'groupCall';

/** Changes of a group or a chat, other than its messages. */
export const groupFrames: FrameKinds<GroupKind> = {
  rename: {
    addNeeds: (needs, _item, { by }) => void needs.users.add(by),
    frame: (event, { name, by }, viewer, batchData) => {
      const group = groupOf(event, viewer);
      return {
        type: 'editGroupName',
        data: { id: group, group_id: group, displayName: name, editUserName: nameOf(by, batchData) },
      };
    },
  },
  added: {
    addNeeds: needGroup,
    frame: (event, { users, members }, viewer, batchData) => ({
      type: 'addGroupUser',
      data: {
        group_id: groupOf(event, viewer),
        avatar: avatarOf(event, batchData),
        user_ids: users,
        members,
      },
    }),
  },
  removed: {
    addNeeds: needGroup,
    frame: (event, { user, members }, viewer, batchData) => ({
      type: 'removeUser',
      data: { group_id: groupOf(event, viewer), avatar: avatarOf(event, batchData), user_id: user, members },
    }),
  },
  groupSetting: {
    addNeeds: needGroup,
    frame: (event, _facts, viewer, batchData) => {
      const row = groupRowOf(event, batchData);
      return row
        ? {
            type: 'groupSetting',
            data: { group_id: groupOf(event, viewer), setting: wholeSetting(row.setting) },
          }
        : emptyFrame(event, viewer);
    },
  },
  manager: {
    addNeeds: needGroup,
    frame: (event, facts, viewer, batchData) => {
      const who = facts.user === null ? {} : { user_id: facts.user, role: facts.role };
      const data = { group_id: groupOf(event, viewer), avatar: avatarOf(event, batchData), ...who };
      return { type: 'setManager', data };
    },
  },
  owner: {
    frame: (event, { user }, viewer) => ({
      type: 'changeOwner',
      data: { group_id: groupOf(event, viewer), user_id: user },
    }),
  },
  muted: {
    frame: (event, { user, untilSec }, viewer) => ({
      type: 'setNoSpeak',
      data: { group_id: groupOf(event, viewer), user_id: user, no_speak_time: untilSec },
    }),
  },
  cleared: {
    frame: (event, { n, mentions }, viewer) => ({
      type: 'clearMessage',
      data: { group_id: groupOf(event, viewer), n, mentions },
    }),
  },
  // It has no members afterwards; each one's own stream contains `left`.
  dissolved: { frame: (event, _facts, viewer) => emptyFrame(event, viewer) },
  anew: {
    frame: (event, _facts, viewer) => ({
      type: 'void',
      data: { toContactId: groupOf(event, viewer), anew: 1 },
    }),
  },
  groupCall: {
    addNeeds: wantGroupCall,
    frame: (event, _facts, viewer, batchData) => {
      const joined = batchData.groupCalls.get(event.stream);
      if (!joined?.members.has(viewer)) return emptyFrame(event, viewer);
      const call = joined.call && groupCallData(joined.call);
      return { type: 'groupCall', data: { toContactId: groupOf(event, viewer), call } };
    },
  },
  timer: {
    frame: (event, { n, days }, viewer) => ({
      type: 'timer',
      data: { toContactId: groupOf(event, viewer), n, days },
    }),
  },
};

export function groupRowOf(event: EventRow, batchData: Joined) {
  const group = groupOfStream(event.stream);
  return group === null ? null : (batchData.groups.get(group) ?? null);
}

function avatarOf(event: EventRow, batchData: Joined): string {
  return groupRowOf(event, batchData)?.avatar ?? '';
}
