import { lease as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { RecordsPort, TabLockPort } from '../../ports/storage.ts';

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
        return records.write(name, [{ store: 'lease', key: 'lease', value }], { store: 'lease', key: 'lease', holds: free }).catch(() => false);
      };
      const again = (run: () => void) => {
        timer = clock.setTimeout(run, limits.renewMs);
      };
      const end = () => {
        if (over) return;
        over = true;
        clock.clearTimeout(timer);
        lose?.();
        const holds = (current: unknown) => isLease(current) && current.holder === me;
        void records.write(name, [{ store: 'lease', key: 'lease', value: undefined }], { store: 'lease', key: 'lease', holds }).catch(() => false);
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

const mayTake = (current: unknown, me: string, nowMs: number): boolean =>
  !isLease(current) || current.holder === me || current.untilMs <= nowMs;
