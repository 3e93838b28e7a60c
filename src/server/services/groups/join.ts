import type * as v from 'valibot';
import { groupStream, parseTarget, userId } from '../../../domain/ids.ts';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import { server } from '../../../domain/limits.ts';
import { mayJoin } from '../../../domain/permissions.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { joinGroup as joinCall } from '../../../wire/calls/groups.ts';
import { command } from '../../core.ts';
import type { Core } from '../../core.ts';
import { addressKey } from '../../http/address-key.ts';
import { wider } from '../../http/rate.ts';
import { Refused, later } from '../../refused.ts';
import type { Answer, SignedIn } from '../context.ts';
import { groupFace, inviteIn } from './codes.ts';
import type { GroupFace } from './codes.ts';
import { admit, demandRoom } from './members.ts';
import { announcePicture } from './picture.ts';

type Body = v.InferOutput<typeof joinCall.body>;
type Invitation = Pick<Body, 'token' | 'inviteUid'>;

/** GROUP-12. A code or a friend who is a member opens the door, while the group lets its members invite. */
export async function joinGroup({ core, session: { user } }: SignedIn, body: Body): Promise<Answer> {
  const target = parseTarget(body.group_id);
  if (target?.kind !== 'group') throw new Refused('joinNeedsInvite');
  await command(core, async (tx, record) => {
    const { inviter, group, stream } = await invited(core, tx, user, target.group, body);
    if (await tx.members.get(stream, user)) throw new Refused('alreadyMember');
    if (!mayJoin(group.setting)) throw new Refused('joinClosed');
    const members = (await tx.members.count(stream)) + 1;
    demandRoom(core, members);
    await admit(core, tx, record, { stream, by: user, inviter, fresh: [user], members });
  });
  await announcePicture(core, groupStream(target.group), user);
  return {};
}

/** What may be seen by whoever could join right now, before they do (GROUP-15). */
export async function groupAtTheDoor({ core, rates, peer, session: { user } }: SignedIn, tx: ReadTx, id: GroupId, body: Invitation): Promise<GroupFace> {
  // Invitations are not to be tried out: counted like joining, beside what members ask of their own groups (LIMIT-6).
  const wait = rates.take(`door ${user}`, server.doorRate) || rates.take(`door @${addressKey(peer.address)}`, wider(server.doorRate));
  if (wait > 0) throw later('tooOften', wait);
  const { group } = await invited(core, tx, user, id, body);
  if (!mayJoin(group.setting)) throw new Refused('joinClosed');
  return groupFace(tx, group, body.token ?? body.inviteUid ?? '');
}

/** Whoever has no invitation does not learn whether the group exists. */
async function invited(core: Core, tx: ReadTx, me: UserId, id: GroupId, body: Invitation) {
  const inviter = await inviterOf(core, tx, me, id, body);
  const group = inviter === null ? null : await tx.groups.byId(id);
  const stream = groupStream(id);
  if (!group || inviter === null || !(await tx.members.get(stream, inviter))) throw new Refused('joinNeedsInvite');
  return { inviter, group, stream };
}

async function inviterOf(core: Core, tx: ReadTx, me: UserId, group: GroupId, { token, inviteUid }: Invitation): Promise<UserId | null> {
  const given = token ?? inviteUid;
  if (given === undefined) return null;
  if (!/^\d{1,15}$/.test(given)) {
    const invite = inviteIn(core, given);
    return invite?.group === group ? invite.inviter : null;
  }
  // Numbers can be guessed; being a friend cannot.
  const inviter = userId(Number(given));
  const known = core.config().sysInfo.runMode === 1 || (await tx.friends.areFriends(me, inviter));
  return known ? inviter : null;
}
