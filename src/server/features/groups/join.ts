import type * as v from 'valibot';
import { groupLimits as limits } from '../../../domain/group-limits.ts';
import { type GroupId, type UserId, groupContact, groupStream, parseTarget } from '../../../domain/ids.ts';
import { lengthOf } from '../../../domain/validation.ts';
import type { LinkRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { joinGroup as joinCall } from '../../../wire/calls/groups.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { type Core, command } from '../../kernel/core.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { wider } from '../../kernel/rate.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { notifyAfter } from '../../kernel/notify-after.ts';
import type { SignedIn } from '../context.ts';
import { type GroupCard, groupCard, requestFields } from './codes.ts';
import { type GivenCode, codeIn, openGroupEntry } from './entrances.ts';
import { admit, checkRoom } from './members.ts';
import { announcePicture } from './picture.ts';
import { hasManagerRole } from '../../../domain/permissions.ts';

/**
 * Notifies managers that the list of join requests changed (GROUP-29). Runs after the command, which holds
 * whether or not this succeeds: a manager who missed it asks after the next bind.
 */
export const tellLeads = (core: Core, group: GroupId): Promise<void> =>
  notifyAfter(core.log, 'requests of a group not told', { group }, async () => {
    const leads = await core.store.read(async (tx) => {
      // They come first, in the order of roles.
      const rows = await tx.members.of(groupStream(group), {
        page: 1,
        limit: serverLimits.managersNotifiedMax,
      });
      return rows.filter(({ role }) => hasManagerRole(role));
    });
    const time = Math.floor(core.clock.nowMs() / 1_000);
    const data = { group_id: groupContact(group) };
    for (const { user } of leads) core.hub.tell(user, { type: 'groupRequests', time, data, ours: 1 });
  });

/** GROUP-12. A code admits users while the group lets its members invite. */
export async function joinGroup(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof joinCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const target = parseTarget(body.group_id);
  if (target?.kind !== 'group') return new Refusal('joinNeedsInvite');
  const stream = groupStream(target.group);
  const outcome = await command(core, async (tx, record) => {
    if (await tx.members.get(stream, user)) return new Refusal('alreadyMember');
    const entry = await openGroupEntry(core, tx, user, target.group, body);
    if (entry instanceof Refusal) return entry;
    const { inviter, link } = entry;
    if (link?.asks) return body.ask ? ask(tx, user, link, body.text) : new Refusal('joinAsks');
    const members = (await tx.members.count(stream)) + 1;
    const refusal = checkRoom(core, members);
    if (refusal) return refusal;
    // Of concurrent users of a link's last place exactly one gets it.
    if (link && !(await tx.entrances.useLink(link.id))) return new Refusal('joinNeedsInvite');
    await admit(core, tx, record, { stream, by: user, inviter, fresh: [user], members });
    return null;
  });
  if (outcome instanceof Refusal) return outcome;
  if (outcome) {
    await tellLeads(core, target.group);
    return { data: outcome };
  }
  await announcePicture(core, stream, user);
  return {};
}

/** One request for each person and group: another takes its place (GROUP-25). */
async function ask(
  tx: WriteTx,
  user: UserId,
  { group, id }: LinkRow,
  text: string,
): Promise<{ readonly asked: 1 } | Refusal> {
  if (lengthOf(text) > limits.requestTextMax) return new Refusal('tooLong');
  if ((await tx.entrances.request(group, user)) === null) {
    const waiting = await tx.entrances.requestCount({ group });
    const own = await tx.entrances.requestCount({ user });
    if (waiting >= limits.requestsMax || own >= limits.requestsOfOneMax) return new Refusal('requestsFull');
  }
  const endsMs = tx.nowMs + limits.requestLifeMs;
  await tx.entrances.saveRequest({ group, user, text, link: id, atMs: tx.nowMs, endsMs });
  return { asked: 1 };
}

/** The view of a group for a user who could join right now (GROUP-15). */
export async function previewGroup(
  { core, rates, peer, session: { user } }: SignedIn,
  tx: ReadTx,
  id: GroupId,
  input: GivenCode,
): Promise<GroupCard | Refusal> {
  // Limits guessing of codes: counted like joining, separate from members' requests about their own groups
  // (LIMIT-6).
  const wait =
    rates.take(`door ${user}`, serverLimits.previewRate) ||
    rates.take(`door @${addressKey(peer.address)}`, wider(serverLimits.previewRate));
  if (wait > 0) return refusedForNow('tooOften', wait);
  const entry = await openGroupEntry(core, tx, user, id, input);
  if (entry instanceof Refusal) return entry;
  const { group, link } = entry;
  const joinRequest = await tx.entrances.request(group.id, user);
  return { ...(await groupCard(tx, group, codeIn(input) ?? '')), ...requestFields(link, joinRequest) };
}
