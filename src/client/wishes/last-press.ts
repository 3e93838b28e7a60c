import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { editsWaitingMax } from '../state/limits.ts';
import type { PressedWish } from './pending-kinds.ts';

/**
 * Records the last edit, reaction or vote of each message, by name and without text, in the small storage
 * shared by all tabs of a browser. A tab opened while an older change waited also holds that one, and drops
 * it by this record (EDIT-5, REACT-5, POLL-3).
 */
export interface LastPress {
  tell(wish: PressedWish): void;
  /** A later one of the same message was pressed, in any tab. */
  isOutdone(wish: PressedWish): boolean;
}

export function createLastPress(settings: SettingsPort, user: UserId): LastPress {
  const key = `${ownPrefix(user)}edits`;
  const readPairs = (): readonly (readonly [string, string])[] => read(settings.get(key));
  return {
    tell: ({ conversation, value }) => {
      const others = readPairs().filter(([id]) => id !== conversation);
      settings.set(key, JSON.stringify([...others, [conversation, value.op]].slice(-editsWaitingMax)));
    },
    isOutdone: ({ conversation, value }) => {
      const last = readPairs().find(([id]) => id === conversation);
      return last !== undefined && last[1] !== value.op;
    },
  };
}

/** Content written by another build is untrusted. */
function read(text: string | null): readonly (readonly [string, string])[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (one: unknown): one is readonly [string, string] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string';
