import { parseTarget, userId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { code } from '../../../wire/envelope.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { demand, standing } from '../../kernel/standing.ts';
import type { GroupStanding, ConversationStanding } from '../../kernel/standing.ts';

/** Whether this person may write there now, asked inside the transaction that writes (SEND-11). */
export async function mayWrite(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  to: string,
  nowMs: number,
): Promise<ConversationStanding | Refusal> {
  const target = parseTarget(to);
  if (target?.kind === 'person') {
    const refusal = await privateRight(core, tx, me, target.user);
    if (refusal) return refusal;
  }
  const at = await standing(tx, me, to);
  if (at instanceof Refusal) return at;
  if (at.kind === 'notice') return new Refusal('contactUnknown');
  if (at.kind === 'group') {
    const refusal = speech(at, nowMs);
    if (refusal) return refusal;
  }
  return at;
}

export async function privateRight(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  other: UserId,
): Promise<Refusal | null> {
  if (me === other) return new Refusal('notSelf');
  if (!core.config().chatInfo.simpleChat) {
    const staff = [...(await tx.users.byIds([me, other])).values()].some((user) => user.role > 0);
    if (!staff) return new Refusal('privateOff');
  }
  if (core.config().sysInfo.runMode === 2 && (await tx.friends.areFriends(me, other))) return null;
  if (!(await tx.users.byId(other))?.active) return new Refusal('userUnknown');
  if (core.config().sysInfo.runMode === 1) return null;
  const mine = await tx.friends.between(me, other);
  return new Refusal(mine?.status === 1 ? 'notTheirFriend' : 'notMyFriend');
}

/** A muted group stops early with 401, one's own mute with 400 (protocol 2.1). */
export function speech(at: GroupStanding, nowMs: number): Refusal | null {
  const refusal = demand(at, 'speak', nowMs);
  return refusal?.reason === 'mutedManagers' || refusal?.reason === 'mutedOwner'
    ? new Refusal(refusal.reason, { code: code.muted })
    : refusal;
}

/**
 * Who is mentioned: members only, everyone as a single 0 and by right only (GROUP-9); nobody in a chat of
 * two.
 */
export async function mentioned(
  tx: ReadTx,
  at: ConversationStanding,
  asked: readonly number[],
  nowMs: number,
): Promise<readonly number[] | Refusal> {
  if (at.kind !== 'group' || asked.length === 0) return [];
  if (asked.includes(0)) {
    const refusal = demand(at, 'mentionAll', nowMs);
    if (refusal) return refusal;
    return [0];
  }
  const found: number[] = [];
  for (const id of asked) if (id > 0 && (await tx.members.get(at.stream, userId(id)))) found.push(id);
  return found;
}
