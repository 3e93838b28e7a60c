import type { MsgId } from '../../src/domain/ids.ts';
import { bodiesOf, number } from '../recorder/body.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { isGivenUp, isLostWithPage } from './long-waits.ts';

/**
 * Every acknowledged message exists exactly once, and so does every message stored by a client (SEND-1,
 * SEND-3, COMMIT-4).
 */
export const acknowledgedChecker: Checker = {
  name: 'acknowledged is there once',
  end: async (world, { events }) => {
    const { record } = world;
    const ids = new Map<string, Stored[]>();
    const copied = copiedLines(world);
    const copiedIds = new Set<string>();
    for (const rows of events.values()) {
      for (const { facts } of rows) {
        if (facts.kind !== 'message') continue;
        const { msgId, from } = facts;
        ids.set(facts.id, [...(ids.get(facts.id) ?? []), { msgId, from }]);
        if (copied.has(facts.msgId)) copiedIds.add(facts.id);
      }
    }
    const texts = new Map<string, number>();
    const rows = await Promise.all(
      [...events.keys()].map((stream) => world.store.read((tx) => tx.messages.oldest(stream, 100_000))),
    ).then((results) => results.flat());
    // Forwards repeat the same text, including that of a line deleted since.
    for (const one of record.messages)
      if (one.id !== null && copiedIds.has(one.id)) record.forwarded.add(one.text);
    for (const row of rows) if (copied.has(row.msgId)) record.forwarded.add(row.content);
    for (const row of rows)
      if (!record.forwarded.has(row.content)) texts.set(row.content, (texts.get(row.content) ?? 0) + 1);
    const faults: string[] = [];
    const asking = askers(world);
    const remain = new Set(rows.map(({ msgId }) => msgId));
    for (const [id, stored] of ids) {
      const count = timesThere(
        stored,
        (msgId) => remain.has(msgId),
        (by) => asking.has(`${by} ${id}`),
      );
      if (count > 1) faults.push(`message ${id} is there ${count} times`);
    }
    for (const one of record.messages)
      if ((texts.get(one.text) ?? 0) > 1)
        faults.push(`"${one.text}" of ${one.tab} is there ${texts.get(one.text)} times`);
    for (const id of record.acknowledged)
      if (!ids.has(id)) faults.push(`message ${id} was acknowledged and is not there`);
    for (const one of record.messages) {
      if (one.id === null || one.released || record.refused.has(one.id) || ids.has(one.id)) continue;
      if (isGivenUp(world, one) || isLostWithPage(world, one)) continue;
      faults.push(
        `"${one.text}" of ${one.tab} to ${one.to} was stored by the client and never came (${one.id})`,
      );
    }
    return faults;
  },
};

interface Stored {
  readonly msgId: MsgId;
  readonly from: number;
}

/**
 * Number of stored messages with one id. The service assigns the ids of its own messages and keeps no ledger
 * of them: when such a message is gone, its id is free.
 */
export function timesThere(
  stored: readonly Stored[],
  remains: (msgId: MsgId) => boolean,
  wasAsked: (by: number) => boolean,
): number {
  return stored.filter(({ msgId, from }) => remains(msgId) || wasAsked(from)).length;
}

/** Users who sent a request with an id of theirs. */
function askers({ recorder }: World): ReadonlySet<string> {
  return new Set(
    recorder.requests.flatMap(({ user, body }) =>
      bodiesOf(body).flatMap(({ id }) => (typeof id === 'string' ? [`${user} ${id}`] : [])),
    ),
  );
}

/** Messages that a request asked to forward, including from users without a client. */
const copiedLines = ({ recorder }: World): ReadonlySet<number> =>
  new Set(
    recorder.requests
      .filter(({ call }) => call === 'forwardmessage')
      .flatMap(({ body }) => bodiesOf(body).map((one) => number(one['msg_id']))),
  );
