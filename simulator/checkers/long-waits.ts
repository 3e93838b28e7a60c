import type { Written } from '../devices/record.ts';
import type { World } from '../world/world-type.ts';
import { committedAt } from './said-by-copy.ts';

const DAY = 86_400_000;
/** Age after which a message may be too old to be sent automatically, across any number of nights. */
const GIVEN_UP_MS = 59 * DAY;
/** Time for which a server remembers a send. */
const KNOWN_MS = 90 * DAY;

/** A message that waited too long by its device's clock is shown as failed, and stays stored (SEND-14). */
export const isGivenUp = ({ clock, people }: World, { id, atMs, device }: Written): boolean =>
  people
    .flatMap(({ devices }) => devices.filter(({ name }) => name === device))
    .some(
      (one) =>
        clock.elapsedMs() - atMs + one.aheadMs() > GIVEN_UP_MS &&
        one.disk.texts().some(([where]) => where.endsWith(` outbox ${id}`)),
    );

/**
 * Its device never had room for it, and the page that alone knew of it was closed or signed out after it had
 * warned (SEND-22).
 */
export function isLostWithPage({ people, record }: World, one: Written): boolean {
  const { id, atMs, device, tab, hasWarning } = one;
  const target = people.flatMap(({ devices }) => devices).find(({ name }) => name === device);
  if (!hasWarning || id === null || !target || target.disk.hasStored(id)) return false;
  const page = target.tabs.find(({ name }) => name === tab);
  return page === undefined || (record.signedOutMs.get(page) ?? -1) >= atMs;
}

/**
 * It arrived, but its device had no room to record that, or received no answer. When it was repeated no
 * server remembered it (SYNC-7), and it was refused like a new one; or it had grown too old to be repeated.
 * It waits for a manual retry.
 */
export function isForgotten(world: World, one: Written): boolean {
  const { clock, record, recorder } = world;
  const { id, atMs } = one;
  if (id === null || !(record.acknowledged.has(id) || committedAt(recorder, id) >= 0)) return false;
  return (record.refused.has(id) && clock.elapsedMs() - atMs > KNOWN_MS) || isGivenUp(world, one);
}
