import type * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import { readByLimits as limits } from '../../../domain/limits.ts';
import type { readBy as readByCall } from '../../../wire/calls/messages.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../kernel/standing.ts';
import { card } from '../auth/user-data.ts';
import type { SignedIn } from '../context.ts';

/**
 * Readers of the user's own message in a group below the size limit: earlier members whose mark has reached
 * it and who share read receipts; only for an author who shares theirs (READBY-1, READBY-3).
 */
export async function readBy(
  { core, session: { user } }: SignedIn,
  { id }: v.InferOutput<typeof readByCall.body>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row, at } = target;
    if (at.kind !== 'group' || row.from !== user || row.recalled || row.type === 'event')
      return new Refusal('noPermission');
    if ((await tx.members.count(row.stream)) > limits.peopleMax) return new Refusal('noPermission');
    if ((await tx.users.byId(user))?.privacy.read !== true) return new Refusal('noPermission');
    const there = (await tx.members.of(row.stream)).filter((one) => one.user !== user && one.fromN < row.n);
    const users = await tx.users.byIds(there.map((one) => one.user));
    const apart = new Set(await tx.blocked.apart(user));
    const telling = there.filter((one) => users.get(one.user)?.privacy.read === true && !apart.has(one.user));
    const readers = telling.filter(({ mark }) => mark >= row.n).map((one) => one.user);
    const names = await tx.friends.nicknames(user, readers);
    return {
      data: readers.map((one) => card(users.get(one) ?? null, one, names.get(one))),
      count: telling.length,
    };
  });
}
