import { EVERYBODY } from '../../../domain/mentions.ts';
import { pushLimits } from '../../../domain/limits.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';

/** Changes of an edit to the mentioned users. */
export interface MentionChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** Members of `added` the message has mentioned before; 0: all of them. */
  readonly again: readonly number[];
  readonly notices: ReadonlyMap<number, number>;
}

// Members excluded from a mention of all have a negative number.
const wideMentions = (at: readonly number[]): readonly number[] => at.filter((user) => user >= EVERYBODY);

/** Read before the edit's event is written, since the event contains the former mentions. */
export async function mentionChange(
  tx: ReadTx,
  row: MessageRow,
  people: readonly number[],
): Promise<MentionChange> {
  const [before, after] = [wideMentions(row.at), wideMentions(people)];
  const existing = await tx.mentions.notices(row.stream, row.n);
  const notices = new Map(existing.map(({ user, seq }) => [user, seq]));
  const added = after.filter((user) => !before.includes(user));
  const removed = before.filter((user) => !after.includes(user));
  const isAgain = (user: number) => added.includes(user) || added.includes(EVERYBODY) || user === EVERYBODY;
  const again = added.length === 0 ? [] : [...notices.keys()].filter(isAgain);
  return { added, removed, again, notices };
}

/**
 * Stores the members waiting for the push of this edit, and those already notified: one notification per
 * member and message (EDIT-4). Returns true if a push is needed.
 */
export async function noteMentions(
  tx: WriteTx,
  { stream, n, sentAtMs }: MessageRow,
  { added, removed, notices }: MentionChange,
  seq: number,
): Promise<boolean> {
  // The push of the message itself waits until then, and uses the mentions of that moment.
  const isFresh = tx.nowMs < sentAtMs + pushLimits.unseenMs;
  for (const user of removed) {
    const state = notices.get(user);
    if (state === undefined) await tx.mentions.setNotice(stream, n, { user, seq: isFresh ? -1 : 0 });
    else if (state > 0) await tx.mentions.setNotice(stream, n, { user, seq: -1 });
  }
  const waiting = added.filter((user) => (notices.get(user) ?? notices.get(EVERYBODY) ?? -1) < 0);
  for (const user of waiting) await tx.mentions.setNotice(stream, n, { user, seq });
  return waiting.length > 0;
}
