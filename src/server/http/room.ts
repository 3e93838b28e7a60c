import { server } from '../../domain/limits.ts';
import { code } from '../../wire/envelope.ts';
import type { Core } from '../core.ts';
import { later } from '../refused.ts';
import type { Refused } from '../refused.ts';
import { refusalOf, refused } from './answer.ts';
import type { Language } from './texts.ts';

type Waited = Pick<Core, 'store' | 'settings' | 'lateMs' | 'random'>;

/**
 * Before anything is read or looked up: where others wait for longer than anybody should, one more is told to come back,
 * each after another time (LIMIT-10). Taken in, it would be answered long after its client has given up and asked anew.
 */
export function noRoom({ store, settings, lateMs, random }: Waited): Refused | null {
  const most = settings.waitMs ?? server.waitMs;
  const waits = Math.max(store.waitedMs?.() ?? 0, lateMs?.() ?? 0);
  return waits > most ? later('away', most * (1 + 2 * random.next()), {}, code.away) : null;
}

/** Paths that are calls, in any letter case (WIRE-2). */
export const CALL = /^\/(?:common|enterprise)\//i;

/** The same as a whole answer, for a host that need not even take the request apart; null: there is room. */
export function refusalText(core: Waited & Pick<Core, 'meter'>, language: Language): string | null {
  const refusal = refusalOf(noRoom(core), language);
  if (!refusal) return null;
  core.meter?.call('(refused at once)')(refusal.code);
  return JSON.stringify(refused(refusal));
}
