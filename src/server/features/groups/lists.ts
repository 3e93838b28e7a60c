import type * as v from 'valibot';
import { groupContact, groupStream, parseTarget } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { GroupRow, MemberRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type {
  getAllUser as allCall,
  groupInfo as infoCall,
  groupUserList as listCall,
} from '../../../wire/calls/groups.ts';
import type { Core } from '../../kernel/core.ts';
import { wholeSetting } from '../../frames/contact-row.ts';
import { namePy } from '../../../domain/initials.ts';
import { card } from '../../frames/user-data.ts';
import { everyone } from '../../kernel/everyone.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { dateText } from '../../kernel/date-text.ts';
import { readLong } from '../../kernel/long-read.ts';
import type { Steps } from '../../kernel/long-read.ts';
import { groupAccess } from '../../access/conversation.ts';
import { qrOf } from './codes.ts';
import { previewGroup } from './join.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isCommunity } from '../../../domain/config.ts';

/**
 * For members; with a code, the preview is served instead (GROUP-15); a stranger learns nothing, not even
 * whether it exists (GROUP-3).
 */
export async function groupInfo(
  context: SignedIn,
  body: v.InferOutput<typeof infoCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    origin,
    session: { user },
  } = context;
  const target = parseTarget(body.group_id);
  const data = await core.store.read(async (tx) => {
    if (target?.kind === 'group' && !(await tx.members.get(groupStream(target.group), user)))
      return previewGroup(context, tx, target.group, body);
    const at = await groupAccess(tx, user, body.group_id);
    if (at instanceof Refusal) return at;
    const { group, stream, member } = at;
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
      setting: wholeSetting(group.setting),
      isJoin: member.role,
      role: member.role,
      no_speak_time: member.mutedUntilSec,
      ...qrOf(core, origin, { group: group.id, inviter: user, setting: group.setting, role: member.role }),
      create_time: Math.floor(group.createdAtMs / 1_000),
    };
  });
  if (data instanceof Refusal) return data;
  return { data };
}

export async function groupUserList(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof listCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const scope = await core.store.read(async (tx) => {
    const at = await groupAccess(tx, user, body.group_id);
    if (at instanceof Refusal) return at;
    const { group, stream } = at;
    const rows = await tx.members.of(
      stream,
      body.limit === 0 ? undefined : { page: body.page, limit: body.limit },
    );
    return { data: await memberRows(tx, group, rows), total: await tx.members.count(stream) };
  });
  if (scope instanceof Refusal) return scope;
  const { data, total } = scope;
  return { data, count: total, page: body.page };
}

/** Omits each member's private data: unread, pin and mute (protocol 5.6). */
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

/**
 * Candidates to choose from: members except the owner, or friends, or in a closed organisation all users;
 * `disabled` marks those already named (protocol 2.2).
 */
export async function getAllUser(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof allCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const marked = new Set(body.user_ids);
  const data = await readLong(core.store, async (tx, steps) => {
    const people = await choosable({ core, tx, user, steps }, body.group_id);
    if (people instanceof Refusal) return people;
    const rows: object[] = [];
    await steps.inParts(people, async (part) => {
      const names = await tx.friends.nicknames(
        user,
        part.map(({ id }) => id),
      );
      for (const row of part)
        rows.push({ ...card(row, row.id, names.get(row.id)), email: '', disabled: marked.has(row.id) });
    });
    return rows;
  });
  if (data instanceof Refusal) return data;
  return { data, count: data.length };
}

interface Choosing {
  readonly core: Core;
  readonly tx: ReadTx;
  readonly user: UserId;
  readonly steps: Steps;
}

async function choosable(
  { core, tx, user, steps }: Choosing,
  groupRef: string | undefined,
): Promise<readonly UserRow[] | Refusal> {
  if (groupRef !== undefined) {
    const at = await groupAccess(tx, user, groupRef);
    if (at instanceof Refusal) return at;
    const { stream, group } = at;
    return usersByIds(
      tx,
      (await tx.members.idsOf(stream)).filter((id) => id !== group.owner),
      steps,
    );
  }
  if (isCommunity(core.config())) return usersByIds(tx, await tx.friends.of(user), steps);
  return (await everyone(tx, steps)).filter(({ id }) => id !== user);
}

async function usersByIds(tx: ReadTx, ids: readonly UserId[], steps: Steps): Promise<readonly UserRow[]> {
  const users: UserRow[] = [];
  await steps.inParts(ids, async (part) => {
    for (const row of (await tx.users.byIds(part)).values()) if (row.active) users.push(row);
  });
  return users.toSorted((a, b) => a.id - b.id);
}
