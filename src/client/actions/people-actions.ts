import { personContact } from '../../domain/ids.ts';
import { directoryLimits as limits } from '../../domain/people-limits.ts';
import { ok } from '../../domain/result.ts';
import { remarkProblem, verificationProblem } from '../../domain/validation.ts';
import {
  decodeApplicationList,
  decodeCard,
  decodeCards,
  decodeDirectory,
} from '../../wire/answers/people.ts';
import { getUserInfo } from '../../wire/calls/contacts.ts';
import {
  blockedPeople,
  directory,
  friendAdd,
  friendDel,
  friendIndex,
  friendSetNickname,
  friendUpdate,
  friendWithdraw,
  report,
  searchUser,
} from '../../wire/calls/friends.ts';
import { DONE, MISREAD, NOBODY_SIGNED_IN, fieldFailure, outcome, path } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import { blockKey } from '../state/blocked-changes.ts';
import { atField } from './login-actions.ts';
import type { ActionParts } from './parts.ts';

type PeopleActions = Pick<
  Actions,
  | 'searchUser'
  | 'directory'
  | 'person'
  | 'applyFriend'
  | 'applications'
  | 'answerApplication'
  | 'withdrawApplication'
  | 'setRemark'
  | 'unfriend'
>;

/** A server without a directory is not an error worth showing; the page reports other failures. */
const directoryOf =
  (api: ActionParts['api']): PeopleActions['directory'] =>
  async (words, after) => {
    const query = { keywords: words.trim(), after, limit: limits.page };
    const answer = await api.call(path(directory), query, { quiet: true });
    return answer.ok ? ok(decodeDirectory(answer.value.data)) : answer;
  };

export function peopleActions({ api, ports, plain, store }: ActionParts): PeopleActions {
  return {
    searchUser: async (keywords) => {
      if (keywords.trim() === '') return ok([]);
      const answer = await api.call(path(searchUser), { keywords: keywords.trim() });
      return answer.ok ? ok(decodeCards(answer.value.data)) : answer;
    },
    directory: directoryOf(api),
    person: async (id) => {
      const answer = await api.call(path(getUserInfo), { user_id: id });
      if (!answer.ok) return answer;
      const card = decodeCard(answer.value.data);
      return card.ok ? ok(card.value) : MISREAD;
    },
    applyFriend: async (id, verification) => {
      const problem = verificationProblem(verification);
      if (problem !== null) return fieldFailure(problem);
      return outcome(
        api.call(path(friendAdd), { user_id: id, remark: verification.trim(), op: ports.ids.uuid() }),
      );
    },
    applications: async (side, page, limit) => {
      const before = store.get().totals.system;
      const answer = await api.call(path(friendIndex), { is_mine: side === 'sent' ? 1 : 0, page, limit });
      if (!answer.ok) return answer;
      const rows = decodeApplicationList(answer.value.data).map(({ applicant, asked, ...row }) => ({
        ...row,
        person: side === 'sent' ? asked : applicant,
      }));
      // A request received since may be missing from it (STORE-19).
      const isOfNow = store.get().totals.system === before;
      if (side === 'received' && rows.length >= answer.value.count && isOfNow)
        plain.report({ type: 'applicationsSet', pending: rows.filter((row) => row.status === 2).length });
      return ok({ rows, total: answer.value.count });
    },
    answerApplication: async (friendId, accept) => {
      const answer = await outcome(
        api.call(path(friendUpdate), { friend_id: friendId, status: accept ? 1 : 0 }),
      );
      if (answer.ok)
        plain.report({ type: 'applicationsSet', pending: Math.max(0, store.get().totals.system - 1) });
      return answer;
    },
    withdrawApplication: (friendId) => outcome(api.call(path(friendWithdraw), { friend_id: friendId })),
    setRemark: async (user, friendId, remark, base) => {
      const problem = remarkProblem(remark);
      if (problem !== null) return fieldFailure(problem);
      const answer = await outcome(
        api.call(path(friendSetNickname), { friend_id: friendId, nickname: remark.trim(), base }, atField),
      );
      if (answer.ok) plain.report({ type: 'remarkSet', user, name: remark.trim() });
      return answer;
    },
    unfriend: async (id) => {
      const answer = await outcome(api.call(path(friendDel), { id }));
      const by = store.get().self?.id;
      if (answer.ok)
        plain.report({
          type: 'left',
          conversation: personContact(id),
          stream: null,
          until: null,
          why: 'unfriended',
          ...(by === undefined ? {} : { by }),
        });
      return answer;
    },
  };
}

type SafetyActions = Pick<Actions, 'block' | 'blockedPeople' | 'report'>;

/** Blocking users and reporting content (BLOCK-1, REPORT-1). */
export const safetyActions = ({ api, opened, ports, scope }: ActionParts): SafetyActions => ({
  // Shown at once; sent when possible (BLOCK-14).
  block: async (user, on) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const value = { op: ports.ids.uuid(), user, on };
    open.pendingChanges.want({ register: 'block', conversation: blockKey(user), value });
    return DONE;
  },
  blockedPeople: async (page, limit) => {
    const answer = await api.call(path(blockedPeople), { page, limit });
    return answer.ok ? ok({ rows: decodeCards(answer.value.data), total: answer.value.count }) : answer;
  },
  report: ({ kind, id }, reason, words) =>
    outcome(api.call(path(report), { kind, id: String(id), reason, words: words.trim() })),
});
