import { parseTarget, privateStream, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import type { SignedIn } from '../context.ts';
import { newMember } from '../groups/joined.ts';
import { isCommunity } from '../../../domain/config.ts';
import { isGuest } from '../../../domain/guests.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

/**
 * In a closed organisation all users are contacts before the first message (CONF-6). The conversation is
 * created for both when one first contacts the other.
 * @returns true if it was created now
 */
export async function ensurePrivateConversation(
  core: Pick<Core, 'config'>,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  ref: string,
): Promise<boolean> {
  const other = await unreached(core, tx, me, ref);
  if (other === null) return false;
  const stream = privateStream(me, other);
  const { head, count } = await tx.streams.open(stream);
  for (const user of [me, other]) {
    const row = {
      stream,
      user,
      role: GROUP_ROLE.member,
      inviter: user,
      base: head,
      fromN: 0,
      n: count,
      nowMs: tx.nowMs,
    } as const;
    await tx.members.save({ ...newMember(row), told: count });
  }
  for (const user of [me, other])
    await record.event(userStream(user), {
      kind: 'joined',
      of: stream,
      base: head,
      n: count,
      mark: count,
      via: 'friend',
    });
  return true;
}

/** The same for calls that only read: most find that it exists already. */
export async function ensureReadableConversation({ core, session }: SignedIn, ref: string): Promise<void> {
  if (isCommunity(core.config())) return;
  const missing = await core.store.read((tx) => unreached(core, tx, session.user, ref));
  if (missing !== null)
    await command(core, (tx, record) => ensurePrivateConversation(core, tx, record, session.user, ref));
}

async function unreached(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  ref: string,
): Promise<UserId | null> {
  const target = isCommunity(core.config()) ? null : parseTarget(ref);
  if (target?.kind !== 'person' || target.user === me) return null;
  if (await tx.members.get(privateStream(me, target.user), me)) return null;
  const other = await tx.users.byId(target.user);
  return other?.active && !isGuest(other) ? target.user : null;
}
