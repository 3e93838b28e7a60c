import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { keptLimits } from '../../../domain/kept-limits.ts';
import { SECURITY, type SecurityChange, type SecurityNote } from '../../../domain/kept.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { preferenceOf } from '../../../wire/kept.ts';
import type { EventRecorder } from '../../kernel/core.ts';

/** Tells the owner on all their devices, until they close it (ACC-21). */
export async function noteSecurity(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  note: { readonly what: SecurityChange; readonly device?: string },
): Promise<void> {
  // The event first: it locks the own stream, so that no note is lost to another one.
  await record.event(userStream(user), { kind: 'kept', name: SECURITY, op: SECURITY });
  const row = await tx.kept.get(user, SECURITY);
  const stored = row && preferenceOf(SECURITY, JSON.parse(row.value));
  const before = stored?.name === SECURITY ? (stored.value?.list ?? []) : [];
  const newest: SecurityNote = { what: note.what, atMs: tx.nowMs, device: note.device ?? '' };
  const list = [newest, ...before].slice(0, keptLimits.securityMax);
  await tx.kept.put({ user, name: SECURITY, value: JSON.stringify({ list }), atMs: tx.nowMs });
}
