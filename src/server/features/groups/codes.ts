import type * as v from 'valibot';
import { GROUP_ROLE, type Role } from '../../../domain/contact.ts';
import { fieldRow, settingOf } from '../../../domain/group-fields.ts';
import type { GroupSetting } from '../../../domain/group-fields.ts';
import { groupContact, groupStream, userId } from '../../../domain/ids.ts';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import { qrLimits } from '../../../domain/limits.ts';
import { refusalFor } from '../../../domain/permissions.ts';
import type { GroupRow, LinkRow, ReadTx, RequestRow } from '../../../ports/store.ts';
import type { scanGroup as groupCall, scanUser as userCall } from '../../../wire/calls/groups.ts';
import type { Core } from '../../kernel/core.ts';
import { factsOfToken, signed } from '../../kernel/signed.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { card } from '../../frames/user-data.ts';
import { wholeSetting } from '../../frames/contact-row.ts';
import { namePy } from '../../../domain/initials.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { isOpen, rememberShown, lookUpCode } from './entrances.ts';

interface Code {
  readonly group: GroupId;
  readonly inviter: UserId;
  readonly setting: GroupSetting;
  readonly role: Role;
}

/**
 * The path for apps, which put their own server's address before it: without `PUBLIC_URL` the host is what a
 * request names (START-10).
 */
export const pathOf = ({ settings }: Core, path: string): { readonly path?: string } =>
  settings.publicUrl ? {} : { path };

/**
 * Address in a group's picture code: the inviter and the group, for 7 days (GROUP-12). Empty for users who
 * may not invite.
 */
export function qrOf(
  core: Core,
  origin: string,
  { group, inviter, setting, role }: Code,
): { readonly qrUrl: string; readonly path?: string; readonly qrExpire: string } {
  if (refusalFor('showQr', { role, setting, mutedUntilSec: 0 }, 0)) return { qrUrl: '', qrExpire: '' };
  const until = core.clock.nowMs() + qrLimits.lifeMs;
  const path = `/scan/g/${signed(core, 'group', [group, inviter, Math.floor(until / 1_000)])}`;
  const qrExpire = new Date(until).toISOString().slice(5, 10);
  return { qrUrl: origin + path, ...pathOf(core, path), qrExpire };
}

/** The person's own code; it does not age (protocol 2.8). */
export function personQr(
  core: Core,
  origin: string,
  user: UserId,
): { readonly qrUrl: string; readonly path?: string } {
  const path = `/scan/u/${signed(core, 'person', [user])}`;
  return { qrUrl: origin + path, ...pathOf(core, path) };
}

/**
 * The part of a group that a user with a code sees before joining (GROUP-3). The token returns as
 * `invite_id`.
 */
export async function scanGroup(
  { core, session }: Context,
  { token }: v.InferOutput<typeof groupCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const entry = await core.store.read(async (tx) => {
    const invite = await lookUpCode(core, tx, token);
    const group = invite && (await tx.groups.byId(invite.group));
    if (!invite || !group || !(await isOpen(tx, groupStream(invite.group), invite)))
      return new Refusal('codeDead');
    const link = invite.link === null ? null : await tx.entrances.link(invite.link);
    const joinRequest = session ? await tx.entrances.request(group.id, session.user) : null;
    const data = {
      ...(await groupCard(tx, group, token)),
      token,
      ...requestFields(link, joinRequest),
      ...(link !== null &&
        link.guestDays > 0 &&
        core.config().sysInfo.guests && { guest_days: link.guestDays }),
    };
    return { data, invite };
  });
  if (entry instanceof Refusal) return entry;
  if (session) await rememberShown(core, session.user, entry.invite);
  return { data: entry.data };
}

/** Tells whether managers must approve, and whether this user has requested to join (GROUP-25). */
export const requestFields = (link: LinkRow | null, joinRequest: RequestRow | null) => ({
  ...(link?.asks && { asks: 1 }),
  ...(joinRequest !== null && { asked: 1 }),
});

export type GroupCard = Awaited<ReturnType<typeof groupCard>>;

/**
 * Name, picture, size and description: everything shown of a group to non-members, and whether it accepts
 * members. Clients that show this as the group's page read every field of it, so members-only fields are
 * present without values (GROUP-17). `invite` is sent back for joining.
 */
export const groupCard = async (tx: ReadTx, group: GroupRow, invite: string) => ({
  action: 'groupInfo' as const,
  id: groupContact(group.id),
  group_id: group.id,
  name: group.name,
  displayName: group.name,
  avatar: group.avatar,
  groupUserCount: await tx.members.count(groupStream(group.id)),
  invite_id: invite,
  name_py: namePy(group.name),
  setting: wholeSetting(
    settingOf((name) => {
      const { initial, forStrangers } = fieldRow(name);
      return forStrangers ? group.setting[name] : initial;
    }),
  ),
  isJoin: 0,
  role: GROUP_ROLE.member,
  owner_id: 0,
  ownerName: '',
  userInfo: card(null, userId(0)),
  notice: '',
  no_speak_time: 0,
  qrUrl: '',
  path: '',
  qrExpire: '',
  create_time: 0,
});

/** A code is given by its owner, so a user who scanned it may see the profile from then on (FRIEND-10). */
export async function scanUser(
  { core, session }: Context,
  { token }: v.InferOutput<typeof userCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const [id] = factsOfToken(core, 'person', token) ?? [];
  const user = id === undefined ? null : await core.store.read((tx) => tx.users.byId(userId(id)));
  if (!user?.active) return new Refusal('codeDead');
  if (session) await rememberPerson(core, session.user, user.id);
  return { data: { action: 'userInfo', ...card(user, user.id) } };
}

async function rememberPerson({ store }: Core, me: UserId, other: UserId): Promise<void> {
  if (me === other || (await store.read((tx) => tx.friends.wasShown(me, other)))) return;
  await store.write((tx) => tx.friends.noteShown(me, other, tx.nowMs, qrLimits.codesMax));
}
