import type { OutboxRecords } from './records.ts';

/**
 * The records without what this tab has taken out since a reading of them began: it may have been read before
 * it went, and a message that was discarded would be sent after all (SEND-13). What another tab asks of it
 * stands.
 */
export function withoutLeaving(records: OutboxRecords): OutboxRecords {
  const leaving = new Set<string>();
  /** Of each reading under way, what has left since it began. */
  const readings = new Set<Set<string>>();
  return {
    ...records,
    all: async (user) => {
      const left = new Set(leaving);
      readings.add(left);
      try {
        const found = await records.all(user);
        return found.filter(({ message, asked }) => asked !== null || !left.has(message.id));
      } finally {
        readings.delete(left);
      }
    },
    remove: async (item) => {
      const { id } = item.message;
      for (const left of [leaving, ...readings]) left.add(id);
      try {
        await records.remove(item);
      } finally {
        leaving.delete(id);
      }
    },
  };
}
