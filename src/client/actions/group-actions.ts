import { ok } from '../../domain/result.ts';
import { decodeGroupLines } from '../../wire/answers/group-lines.ts';
import { decodeLink, decodeLinks, decodeMembers, decodeRequests } from '../../wire/answers/groups.ts';
import {
  addGroupLink,
  addGroupUser,
  answerGroupRequest,
  editGroupName,
  endGroupLink,
  groupAdd,
  groupLines,
  groupLinks,
  groupRequests,
  groupUserList,
  removeGroup,
  removeUser,
} from '../../wire/calls/groups.ts';
import { decodeContactRow } from '../../wire/down/contact.ts';
import { MISREAD, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import { groupFacts, learnGroup } from '../conversation/group-facts.ts';
import type { AccountActions } from '../interface/account.ts';
import type { Actions } from '../interface/client.ts';
import { atField } from './login-actions.ts';
import { type ActionParts, selfOf } from './parts.ts';

type GroupActions = Pick<
  Actions,
  | 'createGroup'
  | 'group'
  | 'members'
  | 'addMembers'
  | 'removeMember'
  | 'leaveGroup'
  | 'dissolveGroup'
  | 'renameGroup'
>;

export function groupActions(parts: ActionParts): GroupActions {
  const { api, store, plain, ports } = parts;
  return {
    createGroup: async (users, name) => {
      const scope = parts.scope();
      const answer = await api.call(path(groupAdd), {
        user_ids: users,
        name: name.trim(),
        op: ports.ids.uuid(),
      });
      if (!answer.ok) return answer;
      const row = decodeContactRow(answer.value.data);
      if (!row.ok) return MISREAD;
      // The user opens the chat at once, while its own event may still be in transit; after a log-out they
      // are gone.
      if (parts.scope() === scope) store.dispatch({ type: 'contactLoaded', contact: row.value });
      return ok(row.value.id);
    },
    group: (id) => groupFacts(parts, id),
    members: async (id) => {
      const answer = await api.call(path(groupUserList), { group_id: id });
      return answer.ok ? ok(decodeMembers(answer.value.data)) : answer;
    },
    addMembers: async (id, users) => {
      const answer = await outcome(api.call(path(addGroupUser), { id, user_ids: users }));
      if (answer.ok && plain.is()) await learnGroup(parts, id);
      return answer;
    },
    removeMember: async (id, user) => {
      const answer = await outcome(api.call(path(removeUser), { id, user_id: user }));
      if (answer.ok && plain.is()) await learnGroup(parts, id);
      return answer;
    },
    leaveGroup: async (id, heir) => {
      const self = selfOf(parts);
      if (self === null) return NOBODY_SIGNED_IN;
      // A plain server's frame would report that I was removed.
      plain.report({ type: 'left', conversation: id, stream: null, until: null, why: 'left' });
      const answer = await outcome(api.call(path(removeUser), { id, user_id: self, heir }));
      if (!answer.ok && plain.is()) await parts.catchUp.contacts(true);
      return answer;
    },
    dissolveGroup: (id) => outcome(api.call(path(removeGroup), { id })),
    renameGroup: (id, name, base) =>
      outcome(api.call(path(editGroupName), { id, displayName: name.trim(), base }, atField)),
  };
}

type EntranceActions = Pick<
  AccountActions,
  'groupLinks' | 'addGroupLink' | 'endGroupLink' | 'joinRequests' | 'answerJoinRequest' | 'groupLines'
>;

/** Group entrances (links, codes) and join requests (GROUP-24, GROUP-25). */
export const entranceActions = ({ api, ports }: ActionParts): EntranceActions => ({
  groupLinks: async (id) => {
    const answer = await api.call(path(groupLinks), { id }, { quiet: true });
    return answer.ok ? ok(decodeLinks(answer.value.data)) : answer;
  },
  addGroupLink: async (id, { forSec, max, needsApproval, guestDays }) => {
    const op = ports.ids.uuid();
    const answer = await api.call(path(addGroupLink), {
      id,
      for: forSec,
      max,
      asks: Number(needsApproval),
      guest_days: guestDays,
      op,
    });
    if (!answer.ok) return answer;
    const link = decodeLink(answer.value.data);
    return link.ok ? ok(link.value) : MISREAD;
  },
  endGroupLink: (id, link) => outcome(api.call(path(endGroupLink), { id, link })),
  joinRequests: async (id) => {
    const answer = await api.call(path(groupRequests), { id }, { quiet: true });
    return answer.ok ? ok(decodeRequests(answer.value.data)) : answer;
  },
  groupLines: async (id, from, to) => {
    const answer = await api.call(path(groupLines), { id, from, to }, { quiet: true });
    return answer.ok ? ok(decodeGroupLines(answer.value.data)) : answer;
  },
  answerJoinRequest: (id, user, accept) =>
    outcome(api.call(path(answerGroupRequest), { id, user_id: user, accept: Number(accept) })),
});
