import type { UserId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { refusedForNow } from '../../kernel/refusal.ts';
import type { Refusal } from '../../kernel/refusal.ts';

/** Somebody's search that is under way, and the next one of the same person. */
interface Running {
  next: { readonly go: () => void; readonly refuse: (refusal: Refusal) => void } | null;
}

const running = new WeakMap<Core, Map<UserId, Running>>();

/**
 * One search at a time for each person (SEARCH-10). Who types on wants the newest only: it waits for the one
 * under way, which stops at its next step and says where to go on; one that waited before it is told to come
 * again.
 */
export async function oneAtATime<T>(
  core: Core,
  user: UserId,
  run: (goesOn: () => boolean) => Promise<T>,
): Promise<T | Refusal> {
  const all = running.get(core) ?? new Map<UserId, Running>();
  running.set(core, all);
  const found = all.get(user);
  const mine: Running = found ?? { next: null };
  if (found) {
    found.next?.refuse(refusedForNow('tooOften', limits.againMs));
    const refusal = await new Promise<Refusal | null>(
      (resolve) => (found.next = { go: () => resolve(null), refuse: resolve }),
    );
    if (refusal) return refusal;
  } else all.set(user, mine);
  try {
    return await run(() => mine.next === null);
  } finally {
    // The place goes to the next one directly, so that nobody slips in between.
    const { next } = mine;
    mine.next = null;
    if (next) next.go();
    else all.delete(user);
  }
}
