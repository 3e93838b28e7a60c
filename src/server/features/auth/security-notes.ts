import { proofLimits } from '../../../domain/account-limits.ts';
import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { preferenceLimits } from '../../../domain/kept-limits.ts';
import { SECURITY, type SecurityChange, type SecurityNote } from '../../../domain/kept.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { preferenceOf } from '../../../wire/kept.ts';
import type { EventRecorder } from '../../kernel/core.ts';

/**
 * Notifies the owner on all their devices, until they close it (ACC-21). Returns false if the note exists.
 * @param isOnce a note of this kind and device counts for all changes in the time of one proof
 */
export async function noteSecurity(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { what, device = '' }: { readonly what: SecurityChange; readonly device?: string },
  isOnce = false,
): Promise<boolean> {
  const before = await notesOf(tx, user);
  const since = tx.nowMs - proofLimits.lifeMs;
  if (isOnce && before.some((one) => one.what === what && one.device === device && one.atMs > since))
    return false;
  const newest: SecurityNote = { what, atMs: tx.nowMs, device };
  const list = [newest, ...before].slice(0, preferenceLimits.securityMax);
  await record.event(userStream(user), { kind: 'kept', name: SECURITY, op: SECURITY });
  await tx.preferences.save({ user, name: SECURITY, value: JSON.stringify({ list }), atMs: tx.nowMs });
  return true;
}

async function notesOf(tx: WriteTx, user: UserId): Promise<readonly SecurityNote[]> {
  // Locks the own stream first, so that no note is lost to another one.
  await tx.streams.get(userStream(user));
  const row = await tx.preferences.get(user, SECURITY);
  const stored = row && preferenceOf(SECURITY, JSON.parse(row.value));
  return stored?.name === SECURITY ? (stored.value?.list ?? []) : [];
}
