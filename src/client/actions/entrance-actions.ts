import { ok } from '../../domain/result.ts';
import { decodeLink, decodeLinks, decodeRequests } from '../../wire/answers/groups.ts';
import {
  addGroupLink,
  answerGroupRequest,
  endGroupLink,
  groupLines,
  groupLinks,
  groupRequests,
} from '../../wire/calls/groups.ts';
import { decodeGroupLines } from '../../wire/answers/group-lines.ts';
import { MISREAD, outcome, path } from '../connection/answers.ts';
import type { AccountActions } from '../interface/account.ts';
import type { ActionParts } from './parts.ts';

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
  addGroupLink: async (id, { forSec, max, asks }) => {
    const op = ports.ids.uuid();
    const answer = await api.call(path(addGroupLink), { id, for: forSec, max, asks: Number(asks), op });
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
