import { contactId, userStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import { draftName } from '../../domain/kept.ts';
import type { WriteTx } from '../../ports/store.ts';
import type { EventRecorder } from './core.ts';

/** The draft that was just sent or scheduled is over on all devices of its author (DRAFT-4). */
export async function endDraft(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { to, op }: { readonly to: string; readonly op: string | undefined },
): Promise<void> {
  const name = draftName(contactId(to));
  if (op === undefined || !(await tx.preferences.get(user, name))) return;
  // The event first: it locks the own stream, so that rows are in the order of their events.
  await record.event(userStream(user), { kind: 'kept', name, op });
  await tx.preferences.drop(user, name);
}
