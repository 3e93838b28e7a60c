import type { MessageId } from '../../domain/ids.ts';
import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';
import { isStoredItem, type StoredItem } from './stored-item.ts';

/** The stored outbox of one person, and the tap on the shoulder for the other tabs. */
export interface OutboxRecords {
  /** In the order they were written; only this person's (SEND-14). */
  all(user: number): Promise<readonly StoredItem[]>;
  put(items: readonly StoredItem[]): Promise<void>;
  remove(id: MessageId): Promise<void>;
  onPoke(run: () => void): () => void;
}

const STORE = 'outbox';

export function createOutboxRecords(
  user: number,
  records: RecordsPort,
  settings: SettingsPort,
): OutboxRecords {
  const name = String(user);
  const key = `outbox-${name}`;
  let pokes = 0;
  const write = async (
    changes: readonly { readonly id: string; readonly value: StoredItem | undefined }[],
  ): Promise<void> => {
    const [first] = changes;
    if (first === undefined) return;
    await records.write(
      name,
      changes.map(({ id, value }) => ({ store: STORE, key: id, value })),
    );
    pokes += 1;
    // Only a change wakes: the text itself says nothing.
    settings.set(key, `${first.id}.${pokes}`);
  };
  return {
    all: async (of) => {
      const found = [...(await records.readAll(name, STORE)).values()].filter(isStoredItem);
      return found.filter((item) => item.user === of).toSorted((a, b) => a.order - b.order);
    },
    put: (items) => write(items.map((value) => ({ id: value.message.id, value }))),
    remove: (id) => write([{ id, value: undefined }]),
    onPoke: (run) => settings.onChange((changed) => changed === key && run()),
  };
}
