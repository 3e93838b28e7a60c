import type { MessageId, UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { editsWaitingMax } from '../state/limits.ts';
import type { Wish } from '../state/local-event.ts';

type EditWish = Extract<Wish, { register: 'edit' }>;

/**
 * Which edit of a message was pressed last, by its name and without its words, in the small storage that all
 * tabs of a browser share: a tab that was opened while an older one waited holds that one as well, and lets
 * go of it here (EDIT-5).
 */
export interface LastEdit {
  tell(wish: EditWish): void;
  /** A later one of the same message was pressed, in any tab. */
  isOutdone(wish: EditWish): boolean;
}

export function createLastEdit(settings: SettingsPort, user: UserId): LastEdit {
  const key = `${ownPrefix(user)}edits`;
  const kept = (): readonly (readonly [MessageId, string])[] => read(settings.get(key));
  return {
    tell: ({ conversation, value }) => {
      const others = kept().filter(([id]) => id !== conversation);
      settings.set(key, JSON.stringify([...others, [conversation, value.op]].slice(-editsWaitingMax)));
    },
    isOutdone: ({ conversation, value }) => {
      const last = kept().find(([id]) => id === conversation);
      return last !== undefined && last[1] !== value.op;
    },
  };
}

/** What another build has written there may be anything. */
function read(text: string | null): readonly (readonly [MessageId, string])[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (one: unknown): one is readonly [MessageId, string] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string';
