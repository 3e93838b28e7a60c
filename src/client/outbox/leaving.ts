import type { OutboxRecords } from './records.ts';

/**
 * Filters records that this tab removed while they were being read: such a record may have been read before
 * its removal, and a discarded message would be sent after all (SEND-13). Requests of another tab are kept.
 */
export function withoutLeaving(records: OutboxRecords): OutboxRecords {
  const leaving = new Set<string>();
  /** For each reading in progress, the ids removed since it began. */
  const readings = new Set<Set<string>>();
  return {
    ...records,
    all: async (user) => {
      const left = new Set(leaving);
      readings.add(left);
      try {
        const items = await records.all(user);
        return items.filter(({ message, asked }) => asked !== null || !left.has(message.id));
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
