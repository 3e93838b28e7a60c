import type { UserId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { refusedForNow } from '../../kernel/refusal.ts';
import type { Refusal } from '../../kernel/refusal.ts';

/** A user's running search, and the next one of the same user. */
interface Running {
  next: { readonly go: () => void; readonly refuse: (refusal: Refusal) => void } | null;
}

const running = new WeakMap<Core, Map<UserId, Running>>();

/**
 * Runs one search at a time per user (SEARCH-10). A user who keeps typing wants only the newest: it waits for
 * the running one, which stops at its next step and reports where to continue; an older waiting one is
 * refused for now.
 */
export async function oneAtATime<T>(
  core: Core,
  user: UserId,
  run: (goesOn: () => boolean) => Promise<T>,
): Promise<T | Refusal> {
  const all = running.get(core) ?? new Map<UserId, Running>();
  running.set(core, all);
  const current = all.get(user);
  const mine: Running = current ?? { next: null };
  if (current) {
    current.next?.refuse(refusedForNow('tooOften', limits.againMs));
    const refusal = await new Promise<Refusal | null>(
      (resolve) => (current.next = { go: () => resolve(null), refuse: resolve }),
    );
    if (refusal) return refusal;
  } else all.set(user, mine);
  try {
    return await run(() => mine.next === null);
  } finally {
    // The slot goes to the next one directly, so that no other can take it.
    const { next } = mine;
    mine.next = null;
    if (next) next.go();
    else all.delete(user);
  }
}
