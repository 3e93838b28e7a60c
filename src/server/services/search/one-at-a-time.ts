import type { UserId } from '../../../domain/ids.ts';
import { search as limits } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';
import { later } from '../../refused.ts';

/** A search under way, and who waits for its end. */
interface Running {
  next: (() => void) | null;
}

const running = new WeakMap<Core, Map<UserId, Running>>();

/**
 * One search at a time for each person (SEARCH-10). Who types on wants the newest only: it waits for the one under way,
 * which stops at its next step and says where to go on; whoever waited before is told to come again.
 */
export async function oneAtATime<T>(core: Core, user: UserId, run: (goesOn: () => boolean) => Promise<T>): Promise<T> {
  const all = running.get(core) ?? new Map<UserId, Running>();
  running.set(core, all);
  const before = all.get(user);
  if (before?.next) throw later('tooOften', limits.againMs);
  if (before) await new Promise<void>((go) => (before.next = go));
  const mine: Running = { next: null };
  all.set(user, mine);
  try {
    return await run(() => mine.next === null);
  } finally {
    if (mine.next) mine.next();
    else all.delete(user);
  }
}
