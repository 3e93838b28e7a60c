import { addressKey } from '../kernel/address-key.ts';
import { serverLimits } from '../kernel/limits.ts';
import { type Rate, wider } from '../kernel/rate.ts';
import { type Refusal, refusedForNow } from '../kernel/refusal.ts';
import { USUAL } from '../kernel/settings.ts';
import type { SignedIn } from './context.ts';

/**
 * Counts messages by number and by cost; per user, and with a wider limit per address (LIMIT-1, LIMIT-9);
 * then the daily quota (LIMIT-14). Returns a promise only if these must be read.
 */
export function takeItems(
  { core, quotas, rates, session, peer }: SignedIn,
  items: number,
  markup = 0,
): Promise<Refusal | null> | Refusal | null {
  const take = (what: string, rate: Rate, cost: number): number =>
    rates.take(`${what}:${session.user}`, rate, cost) ||
    rates.take(`${what}:@${addressKey(peer.address)}`, wider(rate), cost);
  const wait =
    take('items', (core.settings.most ?? USUAL).sendRate, items) ||
    (markup > 0 ? take('markup', serverLimits.markupRate, markup) : 0);
  if (wait > 0) return refusedForNow('tooOften', wait);
  return quotas.takeMessages(session.user, items);
}
