import { peopleOfStream, privateStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { serverLimits } from '../../kernel/limits.ts';
import type { ProfileRow, ReadTx, StorePoint } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import type { Steps } from '../../kernel/long-read.ts';
import { configData, relayLogin } from '../../frames/config-data.ts';
import type { FramingContext } from '../../frames/load.ts';
import { profileViews } from '../../frames/profile-data.ts';
import type { ProfileData } from '../../frames/profile-data.ts';
import { isCommunity } from '../../../domain/config.ts';
import { isGuestId, knowsAll } from '../../access/profile.ts';

/** State without a history: newer wins (STREAM-2). */
export interface Registers {
  readonly config: Record<string, unknown>;
  readonly online: readonly UserId[];
  readonly applications: number;
  /** Users the caller has blocked; absent: none (BLOCK-7). */
  readonly blocked?: readonly UserId[];
  /** Profiles that changed since the caller's cursor. */
  readonly profiles: readonly ProfileData[];
}

export async function registersOf(
  core: Core,
  tx: ReadTx,
  user: UserId,
  streams: readonly StreamId[],
  { apart, blockList }: Ties,
): Promise<Registers> {
  const isOfGuest = await isGuestId(tx, user);
  const isClosed = !isCommunity(core.config()) && !isOfGuest;
  return {
    config: configData(core.config(), isOfGuest ? 'guest' : 'user', relayLogin(core, user)),
    online: onlineContacts(core, user, streams, isClosed).filter((other) => !apart.has(other)),
    applications: (await tx.friends.pending(user)).count,
    ...blockList,
    profiles: [],
  };
}

/** Users hidden from the caller, and the list sent to them (BLOCK-6, BLOCK-7). */
export interface Ties {
  /** Users they have blocked, and users who have blocked them. */
  readonly apart: ReadonlySet<UserId>;
  readonly blockList: { readonly blocked?: readonly UserId[] };
  /** Context of the rows and frames sent to them. */
  readonly context: FramingContext;
}

export async function tiesOf(core: Core, tx: ReadTx, user: UserId): Promise<Ties> {
  const blocked = (await tx.blocked.of(user)).map(({ other }) => other);
  const apart = new Set([...blocked, ...(await tx.blocked.by(user))]);
  return { apart, blockList: blocked.length === 0 ? {} : { blocked }, context: rowContext(core, apart) };
}

/** Friends only: users who share a one-to-one conversation (PRES-1). */
function onlineContacts(
  core: Core,
  user: UserId,
  streams: readonly StreamId[],
  isClosed: boolean,
): readonly UserId[] {
  if (isClosed) return core.hub.onlineUsers().filter((other) => other !== user);
  const online: UserId[] = [];
  for (const stream of streams) {
    const pair = peopleOfStream(stream);
    if (!pair) continue;
    const partner = pair[0] === user ? pair[1] : pair[0];
    if (core.hub.isOnline(partner)) online.push(partner);
  }
  return online;
}

/**
 * Profiles of users who share a conversation with the caller, in a closed organisation of all; null if too
 * many changed (STREAM-17).
 */
export async function changedProfiles(
  core: Core,
  tx: ReadTx,
  user: UserId,
  streams: readonly StreamId[],
  since: StorePoint,
  steps: Steps,
  { apart }: Ties,
): Promise<readonly ProfileData[] | null> {
  const rows = await tx.profiles.since(since, serverLimits.profilesMax);
  if (rows.length === serverLimits.profilesMax) return null;
  const isClosed = await knowsAll(core, tx, user);
  const mine = new Set(streams);
  const sharedRows: ProfileRow[] = [];
  for (const row of isClosed ? [] : rows) {
    const theirs = await tx.members.streamsOf(row.user);
    if (theirs.some((stream) => mine.has(stream))) sharedRows.push(row);
    await steps.did(theirs.length);
  }
  const views = await profileViews(tx, isClosed ? rows : sharedRows, core.clock.nowMs());
  return views.map(({ contacts, others }) => {
    const isContact = isClosed || mine.has(privateStream(user, others.id));
    return isContact && !apart.has(others.id) ? contacts : others;
  });
}

/** Server data that contact rows and frames need. */
export const rowContext = (core: Core, apart: ReadonlySet<UserId> = NOBODY): FramingContext => ({
  settings: core.settings,
  online: (user) => core.hub.isOnline(user) && !apart.has(user),
});
const NOBODY: ReadonlySet<UserId> = new Set();
