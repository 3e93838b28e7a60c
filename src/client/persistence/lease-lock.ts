import { leaseLimits as limits } from '../state/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { RecordsPort, TabLockPort } from '../../ports/storage.ts';

const KEY = { store: 'lease', key: 'lease' } as const;

interface Lease {
  readonly holder: string;
  /** Rises with every renewal. */
  readonly beat: number;
}

/**
 * A lease record in the user's database, renewed while held and changed only by compare-and-set in one
 * transaction. A tab that stops renewing loses it once another tab has seen the same renewal for
 * `limits.lifeMs` of its own elapsed time: tabs share no clock, and the system clock may jump. Every holder
 * reads before each renewal, so two tabs hold it together for at most one renewal.
 */
export function createLeaseLock({
  clock,
  ids,
  records,
}: {
  clock: Clock;
  ids: Ids;
  records: RecordsPort;
}): TabLockPort {
  return {
    hold: (name, task, { steal }) => {
      const me = ids.hex(8);
      let [timer, over, lose]: [unknown, boolean, (() => void) | null] = [null, false, null];
      let beat = 0;
      let observed: { readonly lease: Lease; readonly sinceMs: number } | null = null;
      const mayTake = (current: unknown): boolean => {
        if (!isLease(current) || current.holder === me) return true;
        const now = clock.elapsedMs();
        if (observed?.lease.holder !== current.holder || observed.lease.beat !== current.beat)
          observed = { lease: current, sinceMs: now };
        return now - observed.sinceMs >= limits.lifeMs;
      };
      const take = (evenIfTaken: boolean): Promise<boolean> => {
        const value: Lease = { holder: me, beat: (beat += 1) };
        return records
          .write(name, [{ ...KEY, value }], {
            ...KEY,
            condition: (current) => evenIfTaken || mayTake(current),
          })
          .catch(() => false);
      };
      const again = (next: () => void) => {
        timer = clock.setTimeout(next, limits.renewMs);
      };
      const end = () => {
        if (over) return;
        over = true;
        clock.clearTimeout(timer);
        lose?.();
        void records
          .write(name, [{ ...KEY, value: undefined }], {
            ...KEY,
            condition: (current) => isLease(current) && current.holder === me,
          })
          .catch(() => false);
      };
      const start = () => {
        const loss = new Promise<void>((resolve) => {
          lose = resolve;
        });
        task(loss).then(end, end);
      };
      const tick = async (first: boolean): Promise<void> => {
        const isTaken = await take(first && steal);
        if (over) return;
        if (isTaken && lose === null) start();
        if (!isTaken && lose !== null) {
          lose();
          lose = null;
        }
        again(() => void tick(false));
      };
      void tick(true);
      return end;
    },
  };
}

const isLease = (value: unknown): value is Lease =>
  typeof value === 'object' && value !== null && 'holder' in value;
