import type { UserId } from '../../domain/ids.ts';
import { lets } from '../../domain/privacy.ts';
import type { ReadTx, UserRow } from '../../ports/store.ts';
import type { Core } from '../kernel/core.ts';
import { isCommunity } from '../../domain/config.ts';

/**
 * Returns true if a user may see another's profile by number alone (FRIEND-10): a friend, a member of a
 * shared chat, or a user they may find. Numbers can be guessed, so any other user looks missing.
 */
export async function maySeeProfile(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  other: UserRow,
): Promise<boolean> {
  if (other.id === me || !isCommunity(core.config())) return true;
  if (await tx.friends.areTied(me, other.id)) return true;
  // They must be able to end the block.
  if (await tx.blocked.has(me, other.id)) return true;
  if (await shareChat(tx, me, other.id)) return true;
  if (!other.active) return false;
  // A refusal would report a block (BLOCK-1).
  return lets(other.privacy.found, false) || tx.friends.wasShown(me, other.id);
}

/** Also a chat of two from the time when the server was a closed organisation (CONF-6). */
async function shareChat(tx: ReadTx, one: UserId, other: UserId): Promise<boolean> {
  const mine = new Set(await tx.members.streamsOf(one));
  const theirs = await tx.members.streamsOf(other);
  return theirs.some((stream) => mine.has(stream));
}

/** The user of this number, if `me` may see them. */
export async function visibleUser(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  id: UserId,
): Promise<UserRow | null> {
  const user = await tx.users.byId(id);
  return user && (await maySeeProfile(core, tx, me, user)) ? user : null;
}
