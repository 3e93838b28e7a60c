import type { Oracle } from '../oracle.ts';
import { expectedMayRead } from '../shown.ts';
import type { OracleLine } from '../state.ts';
import { namesThem } from '../blocked.ts';
import { expectedFollows } from '../threads.ts';

/** An entry of an answered inbox. */
export interface InboxEntryRead {
  readonly row: number;
  readonly why: readonly string[];
  /** The newest user who reacted; null: another reason. */
  readonly by: number | null;
}

/** Rows of a run that are certainly among the newest. */
const CERTAIN = 100;

/**
 * The inbox as it may be: the entries of the answer with what the oracle allows of them, and mentions and
 * replies that it lacks. Users who marked entries may lack any.
 */
export function expectedInbox(
  oracle: Oracle,
  me: number,
  answer: readonly InboxEntryRead[],
): readonly InboxEntryRead[] {
  const allowed = answer.flatMap((entry) => {
    const line = oracle.lines.get(entry.row);
    const reasons = line ? reasonsFor(oracle, me, line) : [];
    const why = entry.why.filter((one) => reasons.includes(one));
    const by = entry.by !== null && oracle.blocked.has(me, entry.by) ? null : entry.by;
    return why.length === 0 ? [] : [{ ...entry, why, by }];
  });
  const isMarked = oracle.preferences.of(me, 'inbox') !== null;
  if (isMarked || oracle.lines.size > CERTAIN) return allowed;
  const shown = new Set(answer.map(({ row }) => row));
  const missing = [...oracle.lines.values()]
    .filter(({ row }) => !shown.has(row))
    .map((line) => ({ row: line.row, why: reasonsFor(oracle, me, line), by: null }))
    .filter(({ why }) => why.includes('mention') || why.includes('reply'));
  return [...allowed, ...missing];
}

/** Why a message concerns the user (INBOX-1, INBOX-3). */
function reasonsFor(oracle: Oracle, me: number, line: OracleLine): readonly string[] {
  const seat = oracle.seat(me, line.chat);
  const isPlain = line.kind !== 'event' && line.kind !== 'webrtc' && !line.recalled;
  if (seat === null || !isPlain || !expectedMayRead(oracle, me, line) || oracle.blocked.has(me, line.by))
    return [];
  const isHeard = seat.notified || seat.atOnly;
  if (line.by === me) return isHeard && line.reactions.size > 0 ? ['reaction'] : [];
  const reasons: string[] = [];
  if (isHeard && namesThem(line, me)) reasons.push('mention');
  if (isHeard && line.quotes?.by === me) reasons.push('reply');
  if (line.root !== null && expectedFollows(oracle, me, line.chat, line.root)) reasons.push('thread');
  return reasons;
}
