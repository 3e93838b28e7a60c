import { groupId, groupStream, userId } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import { qrLimits } from '../../../domain/limits.ts';
import { mayJoin } from '../../../domain/permissions.ts';
import type { GroupRow, LinkRow, ReadTx, ShownCode } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { factsOfToken, signed } from '../../kernel/signed.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** Content of a valid token, otherwise null. */
export function inviteIn(core: Core, token: string): ShownCode | null {
  const [group, inviter, untilSec] = factsOfToken(core, 'group', token) ?? [];
  if (
    group === undefined ||
    inviter === undefined ||
    untilSec === undefined ||
    untilSec * 1_000 <= core.clock.nowMs()
  )
    return null;
  return { group: groupId(group), inviter: userId(inviter), untilMs: untilSec * 1_000, link: null };
}

/** The link a token names, if it still admits users (GROUP-24). */
export async function linkIn(core: Core, tx: ReadTx, token: string): Promise<LinkRow | null> {
  const [group, id] = factsOfToken(core, 'link', token) ?? [];
  const row = id === undefined ? null : await tx.entrances.link(id);
  return row !== null && row.group === group ? row : null;
}

export const linkToken = (core: Core, { group, id }: LinkRow): string => signed(core, 'link', [group, id]);

/** A code or link, in the form stored for users who showed it. */
export async function lookUpCode(core: Core, tx: ReadTx, token: string): Promise<ShownCode | null> {
  const link = await linkIn(core, tx, token);
  return link === null ? inviteIn(core, token) : codeOfLink(link);
}

const codeOfLink = ({ id, group, by, untilMs }: LinkRow): ShownCode => ({
  group,
  inviter: by,
  untilMs: untilMs ?? Number.MAX_SAFE_INTEGER,
  link: id,
});

/**
 * The part of a request that names its code. A group number is not enough: numbers can be guessed (GROUP-12).
 */
export interface GivenCode {
  readonly token?: string | undefined;
  readonly inviteUid?: string | undefined;
}

export const codeIn = ({ token, inviteUid }: GivenCode): string | undefined => token ?? inviteUid;

/** A way into a group that is open to a user. */
export interface GroupEntry {
  readonly group: GroupRow;
  readonly stream: StreamId;
  readonly inviter: UserId;
  /** The link by which they come; null: the code of a member. */
  readonly link: LinkRow | null;
}

/**
 * Opens by a valid code of a member, given now or shown earlier (GROUP-12, GROUP-17). Without one a user does
 * not learn whether the group exists; a removed user enters by no code (GROUP-16).
 */
export async function openGroupEntry(
  core: Core,
  tx: ReadTx,
  me: UserId,
  id: GroupId,
  input: GivenCode,
): Promise<GroupEntry | Refusal> {
  const code = await lookUpCode(core, tx, codeIn(input) ?? '');
  const invite = code?.group === id ? code : await tx.entrances.activeCode(me, id);
  const stream = groupStream(id);
  const opens = invite !== null && (await isOpen(tx, stream, invite));
  const group = opens ? await tx.groups.byId(id) : null;
  if (!invite || !group) return new Refusal(codeIn(input) === undefined ? 'notMember' : 'joinNeedsInvite');
  if ((await tx.entrances.barred(stream, [me])).has(me)) return new Refusal('joinBarred');
  const link = invite.link === null ? null : await tx.entrances.link(invite.link);
  // A link belongs to the group; a code belongs to its member, and depends on the setting.
  if (link === null && !mayJoin(group.setting)) return new Refusal('joinClosed');
  return { group, stream, inviter: invite.inviter, link };
}

/** A link lives independently, a code as long as its maker is a member. */
export const isOpen = async (tx: ReadTx, stream: StreamId, { link, inviter }: ShownCode): Promise<boolean> =>
  link === null ? (await tx.members.get(stream, inviter)) !== null : (await tx.entrances.link(link)) !== null;

/**
 * Clients that show a code first and name only the group afterwards may do so while that code lives
 * (GROUP-17).
 */
export async function rememberShown(core: Core, user: UserId, code: ShownCode): Promise<void> {
  const isKnown = await core.store.read(async (tx) => {
    if (await tx.members.get(groupStream(code.group), user)) return true;
    const recorded = await tx.entrances.activeCode(user, code.group);
    return (
      recorded?.inviter === code.inviter && recorded.untilMs === code.untilMs && recorded.link === code.link
    );
  });
  if (!isKnown) await core.store.write((tx) => tx.entrances.keepShown(user, code, qrLimits.codesMax));
}
