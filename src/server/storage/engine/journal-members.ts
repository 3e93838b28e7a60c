import type { StreamId, UserId } from '../../../domain/ids.ts';
import { storeLimits } from '../../kernel/limits.ts';
import { isBehind } from '../repositories/rows.ts';
import type { StoredMember } from './journal-rows.ts';

/** A remembered row: as the open transaction has it, and as others may see it. */
interface Remembered {
  now: StoredMember;
  committed: StoredMember | null;
}

const keyOf = (stream: StreamId, user: UserId): string => `${stream} ${user}`;

/** Memberships that were read, with author counts no row has yet. */
export class JournalMembers {
  private readonly cache = new Map<string, Remembered>();
  /** Members changed by the open transaction, hidden from readers until the commit. */
  private changes: Remembered[] = [];

  now(stream: StreamId, user: UserId): StoredMember | null {
    return this.cache.get(keyOf(stream, user))?.now ?? null;
  }

  committed(stream: StreamId, user: UserId): StoredMember | null {
    return this.cache.get(keyOf(stream, user))?.committed ?? null;
  }

  /** Keeps a row found in its table; `isCommitted`: the open transaction has not written there. */
  keep(row: StoredMember, isCommitted: boolean): void {
    const entry: Remembered = { now: row, committed: isCommitted ? row : null };
    if (!isCommitted) this.changes.push(entry);
    this.cache.set(keyOf(row.stream, row.user_id), entry);
  }

  /** Returns its undo; null if the row is not cached, or its mark changes with its count. */
  setOwn(stream: StreamId, user: UserId, own: number): (() => void) | null {
    const entry = this.cache.get(keyOf(stream, user));
    if (!entry || isBehind(entry.now)) return null;
    const before = entry.now;
    entry.now = { ...before, own };
    this.changes.push(entry);
    return () => void (entry.now = before);
  }

  settle(): void {
    for (const entry of this.changes) entry.committed = entry.now;
    this.changes = [];
  }

  /** Runs while nothing waits. */
  trim(): void {
    if (this.cache.size > storeLimits.rememberedMax) this.clear();
  }

  clear(): void {
    this.cache.clear();
    this.changes = [];
  }
}
