import type { Device } from '../devices/device.ts';
import type { Written } from '../devices/record.ts';
import { bodiesOf } from '../recorder/body.ts';
import type { World } from '../world/world-type.ts';

/** The command that sent a line; -1: none. */
export const committedAt = ({ ran }: World['recorder'], id: string): number =>
  ran.findIndex(
    ({ state, events }) =>
      state === 'kept' && events.some(({ facts }) => facts.kind === 'message' && facts.id === id),
  );

/**
 * The device received a refusal, the network delivered the same request again, that copy was accepted, and
 * the author had left before its event arrived: the message stays in the outbox as failed, for a manual retry
 * (SEND-5, SEND-7).
 */
export function isSaidByCopy(
  { record, recorder }: World,
  author: number,
  on: Device,
  { id }: Written,
): boolean {
  if (id === null || !record.refused.has(id) || on.tabs.some((tab) => wasHeard(tab, id))) return false;
  const committed = committedAt(recorder, id);
  if (committed < 0) return false;
  const open = recorder.requests.filter(
    ({ user, body, from, until }) =>
      user === author &&
      from <= committed &&
      (until ?? Infinity) > committed &&
      bodiesOf(body).some((one) => one['id'] === id),
  );
  return open.length > 0 && open.every(({ isCopy }) => isCopy);
}

const wasHeard = ({ client }: Device['tabs'][number], id: string): boolean =>
  client.core.log
    .export()
    .split('\n')
    .some((line) => line.includes(id) && line.includes('"event":{"type":"messagePosted"'));
