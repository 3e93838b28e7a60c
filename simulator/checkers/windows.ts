import type { Conversation } from '../../src/client/state/state.ts';
import { parseTarget, streamOf, userId } from '../../src/domain/ids.ts';
import type { Checker } from './checker.ts';

/** Windows that were judged and were right: values that never change. */
const judged = new WeakSet<Conversation>();

/**
 * A window that reaches the newest message equals the server's: no gap, no duplicate, no recalled text
 * (RECALL-2, RECALL-3).
 */
export const windowsChecker: Checker = {
  name: 'windows equal the server',
  always: (tab) => {
    const faults: string[] = [];
    for (const conversation of tab.state().conversations.values()) {
      if (judged.has(conversation)) continue;
      const before = faults.length;
      let last = 0;
      const ids = new Set<string>();
      for (const message of conversation.chunks.flat()) {
        if (ids.has(message.id)) faults.push(`${tab.name} ${conversation.id}: ${message.id} is shown twice`);
        ids.add(message.id);
        if (message.n === null) continue;
        if (message.n <= last) faults.push(`${tab.name} ${conversation.id}: ${message.n} after ${last}`);
        last = message.n;
      }
      if (faults.length === before) judged.add(conversation);
    }
    return faults;
  },
  end: async (world) => {
    const faults: string[] = [];
    for (const person of world.people) {
      const viewer = userId(person.id);
      for (const tab of person.devices.flatMap((device) => device.tabs)) {
        for (const conversation of tab.state().conversations.values()) {
          const target = parseTarget(conversation.id);
          const stream = target && streamOf(viewer, target);
          const mine = conversation.chunks.flat();
          const first = mine[0]?.n ?? null;
          if (!conversation.live || !stream || first === null) continue;
          const { rows } = await world.store.read((tx) =>
            tx.messages.page({ stream, viewer, fromN: first - 1, limit: 100_000 }),
          );
          const theirs = [...rows]
            .toSorted((a, b) => a.n - b.n)
            .map((row) => `${row.n}:${row.id}${row.recalled ? ' recalled' : ''}`);
          const shown = mine.map((one) => `${one.n ?? 0}:${one.id}${one.recalled ? ' recalled' : ''}`);
          if (shown.join() !== theirs.join())
            faults.push(
              `${tab.name} ${conversation.id} shows [${shown.slice(-8).join(', ')}], the server has [${theirs.slice(-8).join(', ')}]`,
            );
        }
      }
    }
    return faults;
  },
};
