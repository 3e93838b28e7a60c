import { userStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { UserStatus } from '../../domain/status.ts';
import { statusAt } from '../../domain/status.ts';
import type { ReadTx, WriteTx } from '../../ports/store.ts';
import { preferenceOf } from '../../wire/kept.ts';
import type { EventRecorder } from '../kernel/core.ts';

export const STATUS = 'status';

/** The present statuses of these users (PRES-4b). */
export async function statusesOf(
  tx: ReadTx,
  users: readonly UserId[],
  nowMs: number,
): Promise<ReadonlyMap<UserId, UserStatus>> {
  const found = new Map<UserId, UserStatus>();
  for (const { user, value } of await tx.kept.named(STATUS, users)) {
    const preference = preferenceOf(STATUS, JSON.parse(value));
    const status = preference?.name === STATUS ? statusAt(preference.value, nowMs) : null;
    if (status) found.set(user, status);
  }
  return found;
}

/** Sends a user's status again: it, or the users who may see it, changed (PRES-4c). */
export async function noteStatus(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  if ((await tx.kept.get(user, STATUS)) === null) return;
  await resendProfile(tx, record, user);
}

export async function resendProfile(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  await tx.profiles.noteChange(user);
  await record.event(userStream(user), { kind: 'profile', shown: true });
}
