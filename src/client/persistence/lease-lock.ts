import { lease as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { RecordsPort, TabLockPort } from '../../ports/storage.ts';

const KEY = { store: 'lease', key: 'lease' } as const;

interface Lease {
  readonly holder: string;
  readonly untilMs: number;
}

/**
 * A lease record in the user's database, renewed while held and changed only by compare-and-set in
 * one transaction. A tab that stops renewing loses it after `limits.lifeMs`, and every holder looks
 * before each renewal, so two tabs hold it together for at most one renewal.
 */
export function createLeaseLock({ clock, ids, records }: { clock: Clock; ids: Ids; records: RecordsPort }): TabLockPort {
  return {
    hold: (name, held, { steal }) => {
      const me = ids.hex(8);
      let [timer, over, lose]: [unknown, boolean, (() => void) | null] = [null, false, null];
      const take = (evenIfTaken: boolean): Promise<boolean> => {
        const now = clock.nowMs();
        const value: Lease = { holder: me, untilMs: now + limits.lifeMs };
        const free = (current: unknown) => evenIfTaken || mayTake(current, me, now);
        return records.write(name, [{ ...KEY, value }], { ...KEY, holds: free }).catch(() => false);
      };
      const again = (run: () => void) => {
        timer = clock.setTimeout(run, limits.renewMs);
      };
      const end = () => {
        if (over) return;
        over = true;
        clock.clearTimeout(timer);
        lose?.();
        void records.write(name, [{ ...KEY, value: undefined }], { ...KEY, holds: (current) => isOf(current, me) }).catch(() => false);
      };
      const start = () => {
        const lost = new Promise<void>((resolve) => {
          lose = resolve;
        });
        held(lost).then(end, end);
      };
      const tick = async (first: boolean): Promise<void> => {
        const taken = await take(first && steal);
        if (over) return;
        if (taken && lose === null) start();
        if (!taken && lose !== null) {
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

const isLease = (value: unknown): value is Lease => typeof value === 'object' && value !== null && 'holder' in value && 'untilMs' in value;

const isOf = (current: unknown, me: string): boolean => isLease(current) && current.holder === me;

const mayTake = (current: unknown, me: string, nowMs: number): boolean =>
  !isLease(current) || isOf(current, me) || current.untilMs <= nowMs;
