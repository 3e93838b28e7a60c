import { parseTarget, type ContactId } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { decodeGroupInfo, type GroupInfoFacts } from '../../wire/answers/groups.ts';
import { groupInfo } from '../../wire/calls/groups.ts';
import type { Failure } from '../interface/client.ts';
import { MISREAD, path } from '../connection/answers.ts';
import type { Api } from '../connection/api.ts';
import type { ClientStore } from '../state/store.ts';
import type { PlainServer } from '../sync/plain-server.ts';

interface Parts {
  readonly api: Api;
  readonly plain: PlainServer;
  readonly store: ClientStore;
}

/** A group as its page shows it; it has data that lists and frames of a plain server lack (PLAIN-5). */
export async function groupFacts(
  { api, plain, store }: Parts,
  id: ContactId,
  quiet = false,
): Promise<Result<GroupInfoFacts, Failure>> {
  const groupNow = () => store.get().contacts.get(id)?.group;
  const before = groupNow();
  const answer = await api.call(path(groupInfo), { group_id: id }, { quiet });
  if (!answer.ok) return answer;
  const info = decodeGroupInfo(answer.value.data);
  if (!info.ok) return MISREAD;
  const { members, notice, role } = info.value;
  // A frame received since is newer than the answer (STORE-19).
  const now = groupNow();
  if (now?.members === before?.members)
    plain.report({ type: 'groupMembersAdded', conversation: id, avatar: '', users: [], members });
  if (now?.notice === before?.notice) plain.report({ type: 'groupNoticeSet', conversation: id, notice });
  const self = store.get().self?.id;
  if (self !== undefined && role !== null && now?.role === before?.role)
    plain.report({ type: 'groupManagerSet', conversation: id, user: self, role, avatar: '' });
  return ok(info.value);
}

export async function learnGroup(parts: Parts, id: ContactId): Promise<void> {
  if (parseTarget(id)?.kind === 'group') await groupFacts(parts, id, true);
}
