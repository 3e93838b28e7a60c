import { parseTarget, userId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { code } from '../../../wire/envelope.ts';
import type { Core } from '../../kernel/core.ts';
import { Refused } from '../../kernel/refused.ts';
import { demand, standing } from '../../kernel/standing.ts';
import type { GroupStanding, ConversationStanding } from '../../kernel/standing.ts';

/** Whether this person may write there now, asked inside the transaction that writes (SEND-11). */
export async function mayWrite(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  to: string,
  nowMs: number,
): Promise<ConversationStanding> {
  const target = parseTarget(to);
  if (target?.kind === 'person') await privateRight(core, tx, me, target.user);
  const at = await standing(tx, me, to);
  if (at.kind === 'notice') throw new Refused('contactUnknown');
  if (at.kind === 'group') speech(at, nowMs);
  return at;
}

export async function privateRight(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  other: UserId,
): Promise<void> {
  if (me === other) throw new Refused('notSelf');
  if (!core.config().chatInfo.simpleChat) {
    const staff = [...(await tx.users.byIds([me, other])).values()].some((user) => user.role > 0);
    if (!staff) throw new Refused('privateOff');
  }
  if (core.config().sysInfo.runMode === 2 && (await tx.friends.areFriends(me, other))) return;
  if (!(await tx.users.byId(other))?.active) throw new Refused('userUnknown');
  if (core.config().sysInfo.runMode === 1) return;
  const mine = await tx.friends.between(me, other);
  throw new Refused(mine?.status === 1 ? 'notTheirFriend' : 'notMyFriend');
}

/** A muted group stops early with 401, one's own mute with 400 (protocol 2.1). */
export function speech(at: GroupStanding, nowMs: number): void {
  try {
    demand(at, 'speak', nowMs);
  } catch (error) {
    if (error instanceof Refused && (error.reason === 'mutedManagers' || error.reason === 'mutedOwner')) {
      throw new Refused(error.reason, { code: code.muted });
    }
    throw error;
  }
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
): Promise<readonly number[]> {
  if (at.kind !== 'group' || asked.length === 0) return [];
  if (asked.includes(0)) {
    demand(at, 'mentionAll', nowMs);
    return [0];
  }
  const found: number[] = [];
  for (const id of asked) if (id > 0 && (await tx.members.get(at.stream, userId(id)))) found.push(id);
  return found;
}
