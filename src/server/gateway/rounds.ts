import { server as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';

/** A few at a time, all within `leaveMs`: so that what everybody then asks for does not come all at once. Answers a way to end it. */
export function inRounds<T>(clock: Clock, all: readonly T[], run: (one: T) => void): () => void {
  const atOnce = Math.max(limits.leaveAtOnce, Math.ceil((all.length * limits.leaveEveryMs) / limits.leaveMs));
  let [at, handle] = [0, null as unknown];
  const round = () => {
    for (const one of all.slice(at, at + atOnce)) run(one);
    at += atOnce;
    handle = at < all.length ? clock.setTimeout(round, limits.leaveEveryMs) : null;
  };
  round();
  return () => clock.clearTimeout(handle);
}
