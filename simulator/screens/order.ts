import { renewalAtMs, retryAfterMs } from '../../src/domain/certificate.ts';
import { compareContacts, validTime } from '../../src/domain/order.ts';
import { listedRows, renewedAtMs, waitAfterMs } from '../oracle/screens/order.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const NEWEST = 1_700_000_000_000;

const isMoment = (ms: number): boolean => ms >= 1 && ms < Infinity;

function orderFaults(chance: Chance, rows: ReturnType<typeof listedRows>): readonly string[] {
  const first = chance.whole(0, rows.length - 1);
  // Near each other, or anywhere.
  const last = chance.happens(0.5)
    ? chance.whole(0, rows.length - 1)
    : Math.max(0, first - chance.whole(0, 2));
  const [a, b] = [chance.pick(rows[first] ?? []), chance.pick(rows[last] ?? [])];
  return [
    ...differs(['order', a, b], Math.sign(compareContacts(a, b)) + 0, Math.sign(first - last)),
    ...differs(['moment', a], validTime(a.lastSentAtMs), isMoment(a.lastSentAtMs)),
  ];
}

function certificateFaults(chance: Chance): readonly string[] {
  const [fromMs, thirdMs] = [chance.whole(0, NEWEST), chance.whole(1, 10_000_000_000)];
  const untilMs = fromMs + 3 * thirdMs;
  const failures = chance.whole(1, 12);
  return [
    ...differs(['renewed', fromMs, untilMs], renewalAtMs({ fromMs, untilMs }), renewedAtMs(fromMs, thirdMs)),
    ...differs(['waits', failures], retryAfterMs(failures), waitAfterMs(failures)),
  ];
}

/** The order of the list of chats, and when a certificate is renewed (LIST-1, LIST-2, TLS-2). */
export const orderRule: ScreenRule = {
  name: 'order',
  faults: (chance) => {
    const rows = listedRows([NEWEST, NEWEST - 1, chance.whole(2, NEWEST - 2), 1]);
    return eachFact(() => [...orderFaults(chance, rows), ...certificateFaults(chance)]);
  },
};
