import { parseTarget, type ContactId } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { decodeGroupInfo, type GroupInfoFacts } from '../../wire/answers/groups.ts';
import { groupInfo } from '../../wire/calls/groups.ts';
import type { Failure } from '../client.ts';
import { MISREAD, path, type ActionParts } from './parts.ts';

/** A group as its page shows it. Lists and frames of a plain server do not count members, this answer does (PLAIN-5). */
export async function groupFacts({ api, plain }: Pick<ActionParts, 'api' | 'plain'>, id: ContactId, quiet = false): Promise<Result<GroupInfoFacts, Failure>> {
  const answer = await api.call(path(groupInfo), { group_id: id }, { quiet });
  if (!answer.ok) return answer;
  const info = decodeGroupInfo(answer.value.data);
  if (!info.ok) return MISREAD;
  plain.said({ type: 'groupMembersAdded', conversation: id, avatar: '', users: [], members: info.value.members });
  return ok(info.value);
}

export async function countMembers(parts: Pick<ActionParts, 'api' | 'plain'>, id: ContactId): Promise<void> {
  if (parseTarget(id)?.kind === 'group') await groupFacts(parts, id, true);
}
