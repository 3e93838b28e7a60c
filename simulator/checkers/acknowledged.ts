import { bodiesOf, number } from '../witness/body.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { isGivenUp } from './long-waits.ts';

/**
 * What was acknowledged is there exactly once, and so is what a client had stored (SEND-1, SEND-3, COMMIT-4).
 */
export const acknowledgedChecker: Checker = {
  name: 'acknowledged is there once',
  end: async (world, { events }) => {
    const { record } = world;
    const times = new Map<string, number>();
    const copied = copiedLines(world);
    const copiedIds = new Set<string>();
    for (const rows of events.values()) {
      for (const { facts } of rows) {
        if (facts.kind !== 'message') continue;
        times.set(facts.id, (times.get(facts.id) ?? 0) + 1);
        if (copied.has(facts.msgId)) copiedIds.add(facts.id);
      }
    }
    const texts = new Map<string, number>();
    const rows = await Promise.all(
      [...events.keys()].map((stream) => world.store.read((tx) => tx.messages.oldest(stream, 100_000))),
    ).then((found) => found.flat());
    // Forwards say the same words again, also those of a line that was deleted since and has none any more.
    for (const one of record.written)
      if (one.id !== null && copiedIds.has(one.id)) record.forwarded.add(one.text);
    for (const row of rows) if (copied.has(row.msgId)) record.forwarded.add(row.content);
    for (const row of rows)
      if (!record.forwarded.has(row.content)) texts.set(row.content, (texts.get(row.content) ?? 0) + 1);
    const faults: string[] = [];
    for (const [id, count] of times) if (count > 1) faults.push(`message ${id} is there ${count} times`);
    for (const one of record.written)
      if ((texts.get(one.text) ?? 0) > 1)
        faults.push(`"${one.text}" of ${one.tab} is there ${texts.get(one.text)} times`);
    for (const id of record.acknowledged)
      if (!times.has(id)) faults.push(`message ${id} was acknowledged and is not there`);
    for (const one of record.written) {
      if (one.id === null || one.released || record.refused.has(one.id) || times.has(one.id)) continue;
      if (isGivenUp(world, one)) continue;
      faults.push(
        `"${one.text}" of ${one.tab} to ${one.to} was stored by the client and never came (${one.id})`,
      );
    }
    return faults;
  },
};

/** Lines that anybody asked to pass on, also somebody without a client. */
const copiedLines = ({ witness }: World): ReadonlySet<number> =>
  new Set(
    witness.asked
      .filter(({ call }) => call === 'forwardmessage')
      .flatMap(({ body }) => bodiesOf(body).map((one) => number(one['msg_id']))),
  );
