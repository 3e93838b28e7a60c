import type * as v from 'valibot';
import { groupContact } from '../../../domain/ids.ts';
import type { GroupRow, MemberRow, ReadTx } from '../../../ports/store.ts';
import type { groupInfo as infoCall, groupUserList as listCall } from '../../../wire/calls/groups.ts';
import { settingData } from '../../frames/contact-row.ts';
import { namePy } from '../../frames/letters.ts';
import { card } from '../auth/user-data.ts';
import type { Answer, SignedIn } from '../context.ts';
import { dateText } from '../date-text.ts';
import { groupStanding } from '../standing.ts';

/** For members; a stranger learns nothing, not even whether it exists (GROUP-3). */
export async function groupInfo({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof infoCall.body>): Promise<Answer> {
  const data = await core.store.read(async (tx) => {
    const { group, stream, member } = await groupStanding(tx, user, body.group_id);
    const owner = await tx.users.byId(group.owner);
    return {
      group_id: group.id,
      id: groupContact(group.id),
      name: group.name,
      displayName: group.name,
      name_py: namePy(group.name),
      avatar: group.avatar,
      owner_id: group.owner,
      ownerName: owner?.realname ?? '',
      userInfo: card(owner, group.owner),
      groupUserCount: await tx.members.count(stream),
      notice: group.notice,
      setting: settingData(group.setting),
      isJoin: member.role,
      role: member.role,
      no_speak_time: member.mutedUntilSec,
      create_time: Math.floor(group.createdAtMs / 1_000),
    };
  });
  return { data };
}

export async function groupUserList({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof listCall.body>): Promise<Answer> {
  const { data, total } = await core.store.read(async (tx) => {
    const { group, stream } = await groupStanding(tx, user, body.group_id);
    const rows = await tx.members.of(stream, body.limit === 0 ? undefined : { page: body.page, limit: body.limit });
    return { data: await memberRows(tx, group, rows), total: await tx.members.count(stream) };
  });
  return { data, count: total, page: body.page };
}

/** Without what is private to each member: unread, pin and mute (protocol 5.6). */
async function memberRows(tx: ReadTx, group: GroupRow, rows: readonly MemberRow[]) {
  const people = await tx.users.byIds(rows.map((row) => row.user));
  return rows.map((row) => ({
    group_id: group.id,
    user_id: row.user,
    invite_id: row.inviter ?? 0,
    role: row.role,
    no_speak_time: row.mutedUntilSec,
    status: 1,
    create_time: dateText(row.joinedAtMs),
    userInfo: card(people.get(row.user) ?? null, row.user),
  }));
}
