import { groupId, groupStream, userId } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import { qrLimits } from '../../../domain/limits.ts';
import type { GroupRow, ReadTx, ShownCode } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { factsOfToken } from '../../kernel/signed.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** What a live token says, else null. */
export function inviteIn(core: Core, token: string): ShownCode | null {
  const [group, inviter, untilSec] = factsOfToken(core, 'group', token) ?? [];
  if (
    group === undefined ||
    inviter === undefined ||
    untilSec === undefined ||
    untilSec * 1_000 <= core.clock.nowMs()
  )
    return null;
  return { group: groupId(group), inviter: userId(inviter), untilMs: untilSec * 1_000 };
}

/**
 * What a request says about who let the person in. A number says nothing: numbers can be guessed (GROUP-12).
 */
export interface GivenCode {
  readonly token?: string | undefined;
  readonly inviteUid?: string | undefined;
}

export const saidCode = ({ token, inviteUid }: GivenCode): string | undefined => token ?? inviteUid;

/** A door of a group that is open to somebody. */
export interface GroupEntry {
  readonly group: GroupRow;
  readonly stream: StreamId;
  readonly inviter: UserId;
}

/**
 * By a live code of a member, as it is given or as this person has shown it before (GROUP-12, GROUP-17).
 * Whoever has none does not learn whether the group exists; whoever was removed comes in by no code
 * (GROUP-16).
 */
export async function openGroupEntry(
  core: Core,
  tx: ReadTx,
  me: UserId,
  id: GroupId,
  said: GivenCode,
): Promise<GroupEntry | Refusal> {
  const given = inviteIn(core, saidCode(said) ?? '');
  const invite = given?.group === id ? given : await tx.doors.shown(me, id);
  const stream = groupStream(id);
  const group = invite && (await tx.members.get(stream, invite.inviter)) ? await tx.groups.byId(id) : null;
  if (!invite || !group) return new Refusal(saidCode(said) === undefined ? 'notMember' : 'joinNeedsInvite');
  if ((await tx.doors.barred(stream, [me])).has(me)) return new Refusal('joinBarred');
  return { group, stream, inviter: invite.inviter };
}

/**
 * Clients that show a code first and name only the group afterwards may do so while that code lives
 * (GROUP-17).
 */
export async function rememberShown(core: Core, user: UserId, code: ShownCode): Promise<void> {
  const known = await core.store.read(async (tx) => {
    if (await tx.members.get(groupStream(code.group), user)) return true;
    const shown = await tx.doors.shown(user, code.group);
    return shown?.inviter === code.inviter && shown.untilMs === code.untilMs;
  });
  if (!known) await core.store.write((tx) => tx.doors.keepShown(user, code, qrLimits.shownMax));
}
