import { ok } from '../../domain/result.ts';
import { decodeGroupInfo, decodeMembers } from '../../wire/answers/groups.ts';
import { addGroupUser, editGroupName, groupAdd, groupInfo, groupUserList, removeGroup, removeUser } from '../../wire/calls/groups.ts';
import { decodeContactRow } from '../../wire/down/contact.ts';
import type { Actions } from '../client.ts';
import { MISREAD, NOBODY, outcome, path, selfOf, type ActionParts } from './parts.ts';

type GroupActions = Pick<
  Actions,
  'createGroup' | 'group' | 'members' | 'addMembers' | 'removeMember' | 'leaveGroup' | 'dissolveGroup' | 'renameGroup'
>;

export function groupActions(parts: ActionParts): GroupActions {
  const { api, store, ports } = parts;
  return {
    createGroup: async (users, name) => {
      const answer = await api.call(path(groupAdd), { user_ids: users, name: name.trim(), op: ports.ids.uuid() });
      if (!answer.ok) return answer;
      const row = decodeContactRow(answer.value.data);
      if (!row.ok) return MISREAD;
      // The person goes there at once; its own event may still be on its way.
      store.dispatch({ type: 'contactLoaded', contact: row.value });
      return ok(row.value.id);
    },
    group: async (id) => {
      const answer = await api.call(path(groupInfo), { group_id: id });
      if (!answer.ok) return answer;
      const info = decodeGroupInfo(answer.value.data);
      return info.ok ? ok(info.value) : MISREAD;
    },
    members: async (id) => {
      const answer = await api.call(path(groupUserList), { group_id: id });
      return answer.ok ? ok(decodeMembers(answer.value.data)) : answer;
    },
    addMembers: (id, users) => outcome(api.call(path(addGroupUser), { id, user_ids: users })),
    removeMember: (id, user) => outcome(api.call(path(removeUser), { id, user_id: user })),
    leaveGroup: async (id) => {
      const self = selfOf(parts);
      return self === null ? NOBODY : outcome(api.call(path(removeUser), { id, user_id: self }));
    },
    dissolveGroup: (id) => outcome(api.call(path(removeGroup), { id })),
    renameGroup: (id, name) => outcome(api.call(path(editGroupName), { id, displayName: name.trim() })),
  };
}
