import type { UserId } from '../../domain/ids.ts';
import { isGuest } from '../../domain/guests.ts';
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
  if (other.id === me || (await knowsAll(core, tx, me))) return true;
  if (await isGuestId(tx, me)) return shareChat(tx, me, other.id);
  if (await tx.friends.areTied(me, other.id)) return true;
  // They must be able to end the block.
  if (await tx.blocked.has(me, other.id)) return true;
  if (await shareChat(tx, me, other.id)) return true;
  if (!other.active) return false;
  // A refusal would report a block (BLOCK-1).
  return lets(other.privacy.found, false) || tx.friends.wasShown(me, other.id);
}

/** In a closed organisation all users are contacts (CONF-6), except for guests (GUEST-4). */
export const knowsAll = async (core: Pick<Core, 'config'>, tx: ReadTx, me: UserId): Promise<boolean> =>
  !isCommunity(core.config()) && !(await isGuestId(tx, me));

export const isGuestId = async (tx: ReadTx, id: UserId): Promise<boolean> => isGuest(await tx.users.byId(id));

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
