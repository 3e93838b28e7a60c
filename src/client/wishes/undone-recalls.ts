import type { MessageId, UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import { undoneMax } from '../state/limits.ts';
import type { SettingsPort } from '../../ports/storage.ts';

/**
 * Undone recalls, in the small storage shared by all tabs of a browser: a tab opened while a recall waited
 * also holds it, and checks here before sending (RECALL-4).
 */
export interface UndoneRecalls {
  has(id: MessageId): boolean;
  add(id: MessageId): void;
  /** The message is to be recalled after all. */
  remove(id: MessageId): void;
  /** Runs when another tab undid a recall. The result ends listening. */
  onChange(run: () => void): () => void;
}

export function createUndoneRecalls(settings: SettingsPort, user: UserId): UndoneRecalls {
  const key = `${ownPrefix(user)}undone`;
  const readIds = (): readonly string[] => (settings.get(key) ?? '').split(' ').filter(Boolean);
  const writeIds = (ids: readonly string[]): void =>
    settings.set(key, ids.length === 0 ? null : ids.slice(-undoneMax).join(' '));
  return {
    has: (id) => readIds().includes(id),
    add: (id) => writeIds([...readIds().filter((one) => one !== id), id]),
    remove: (id) => {
      if (readIds().includes(id)) writeIds(readIds().filter((one) => one !== id));
    },
    onChange: (run) => settings.onChange((changed) => (changed === key ? run() : undefined)),
  };
}
