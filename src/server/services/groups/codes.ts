import type * as v from 'valibot';
import type { GroupSetting, Role } from '../../../domain/contact.ts';
import { groupContact, groupId, groupStream, userId } from '../../../domain/ids.ts';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import { qr } from '../../../domain/limits.ts';
import { refuses } from '../../../domain/permissions.ts';
import type { GroupRow, ReadTx } from '../../../ports/store.ts';
import type { scanGroup as groupCall, scanUser as userCall } from '../../../wire/calls/groups.ts';
import type { Core } from '../../core.ts';
import { opened, signed } from '../../auth/signed.ts';
import { Refused } from '../../refused.ts';
import { card } from '../auth/user-data.ts';
import type { Answer, Context } from '../context.ts';

interface Code {
  readonly group: GroupId;
  readonly inviter: UserId;
  readonly setting: GroupSetting;
  readonly role: Role;
}

/** Address behind a group's picture code: who invites into what, for 7 days (GROUP-12). Nothing for those who may not invite. */
export function qrOf(core: Core, origin: string, { group, inviter, setting, role }: Code): { readonly qrUrl: string; readonly qrExpire: string } {
  if (refuses('showQr', { role, setting, mutedUntilSec: 0 }, 0)) return { qrUrl: '', qrExpire: '' };
  const until = core.clock.nowMs() + qr.lifeMs;
  const token = signed(core, 'group', [group, inviter, Math.floor(until / 1_000)]);
  return { qrUrl: `${origin}/scan/g/${token}`, qrExpire: new Date(until).toISOString().slice(5, 10) };
}

/** The person's own code; it does not age (protocol 2.8). */
export const personQr = (core: Core, origin: string, user: UserId): string => `${origin}/scan/u/${signed(core, 'person', [user])}`;

/** Group and inviter of a live token, else null. */
export function inviteIn(core: Core, token: string): { readonly group: GroupId; readonly inviter: UserId } | null {
  const [group, inviter, untilSec] = opened(core, 'group', token) ?? [];
  if (group === undefined || inviter === undefined || untilSec === undefined || untilSec * 1_000 <= core.clock.nowMs()) return null;
  return { group: groupId(group), inviter: userId(inviter) };
}

/** What somebody with a code may see of a group before joining (GROUP-3). The token goes back as `invite_id`. */
export async function scanGroup({ core }: Context, { token }: v.InferOutput<typeof groupCall.body>): Promise<Answer> {
  const invite = inviteIn(core, token);
  if (!invite) throw new Refused('codeDead');
  const data = await core.store.read(async (tx) => {
    const group = await tx.groups.byId(invite.group);
    if (!group || !(await tx.members.get(groupStream(invite.group), invite.inviter))) throw new Refused('codeDead');
    return { ...(await groupFace(tx, group, token)), token };
  });
  return { data };
}

export type GroupFace = Awaited<ReturnType<typeof groupFace>>;

/** Name, picture and size: all that is shown of a group outside it. `invite` is given back for joining. */
export const groupFace = async (tx: ReadTx, group: GroupRow, invite: string) => ({
  action: 'groupInfo' as const,
  id: groupContact(group.id),
  group_id: group.id,
  name: group.name,
  displayName: group.name,
  avatar: group.avatar,
  groupUserCount: await tx.members.count(groupStream(group.id)),
  invite_id: invite,
});

export async function scanUser({ core }: Context, { token }: v.InferOutput<typeof userCall.body>): Promise<Answer> {
  const [id] = opened(core, 'person', token) ?? [];
  const user = id === undefined ? null : await core.store.read((tx) => tx.users.byId(userId(id)));
  if (!user?.active) throw new Refused('codeDead');
  return { data: { action: 'userInfo', ...card(user, user.id) } };
}
