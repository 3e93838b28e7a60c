import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { search as limits } from '../../../domain/limits.ts';
import type { MessageType } from '../../../domain/message.ts';
import { exact, folded, queryTokens, searchable } from '../../../domain/search-tokens.ts';
import type { MessageRow, ReadTx } from '../../../ports/store.ts';
import { openStreams } from '../readable.ts';

export interface Wanted {
  readonly user: UserId;
  readonly keywords: string;
  /** One conversation and what may be read of it; null: all. */
  readonly at: { readonly stream: StreamId; readonly aboveN: number } | null;
  readonly types?: readonly MessageType[];
  readonly before?: MsgId | undefined;
  readonly skip: number;
  readonly take: number;
}

export interface Found {
  readonly rows: readonly MessageRow[];
  /** Whether there are others after these. */
  readonly more: boolean;
}

/**
 * Messages that hold these words, newest first. The index gives candidates step by step; whether a
 * longer part of a word really stands there is seen in the words themselves (SEARCH-1, SEARCH-4).
 */
export async function findMessages(tx: ReadTx, wanted: Wanted): Promise<Found> {
  const { user, at, skip, take } = wanted;
  const words = folded(wanted.keywords);
  const tokens = queryTokens(words);
  if (tokens.length === 0) return { rows: [], more: false };
  const open = at === null ? await openStreams(tx, user) : [];
  const sure = exact(words);
  const found: MessageRow[] = [];
  let before = wanted.before;
  for (let step = 0; step < limits.stepsMax && found.length <= skip + take; step += 1) {
    const rows = await tx.messages.search({ user, at, open, tokens, types: wanted.types ?? [], before, limit: limits.step });
    for (const row of rows) if (sure || searchable(row.content).includes(words)) found.push(row);
    if (rows.length < limits.step) break;
    before = rows.at(-1)?.msgId;
  }
  return { rows: found.slice(skip, skip + take), more: found.length > skip + take };
}
