import { readAlert } from '../../domain/alert.ts';
import { type UserId, contactId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { flagsKeptMax } from '../state/limits.ts';
import type { FlagWish } from './pending-kinds.ts';

/**
 * The last pins, mutes, archivings and marks, in the small storage shared by all tabs of a browser: a tab
 * opened while an older press waited, or where no later one could be stored, holds the older one, and would
 * send it after the newer one (SEND-20).
 */
export interface LastFlags {
  get(): readonly FlagWish[];
  tell(wish: FlagWish): void;
  /** Something was pressed in another tab. Ends listening when called. */
  onChange(run: () => void): () => void;
}

export function createLastFlags(settings: SettingsPort, user: UserId): LastFlags {
  const key = `${ownPrefix(user)}flag`;
  const lines = (): readonly string[] => (settings.get(key) ?? '').split('\n');
  return {
    get: () => lines().flatMap((line) => read(line) ?? []),
    tell: ({ register, conversation, value }) => {
      const others = lines().filter(
        (line) => !(line.startsWith(`${register} `) && line.endsWith(` ${conversation}`)),
      );
      settings.set(key, [...others, `${register} ${value} ${conversation}`].slice(-flagsKeptMax).join('\n'));
    },
    onChange: (run) => settings.onChange((changed) => changed === key && run()),
  };
}

function read(line: string): FlagWish | null {
  const match = /^(top|notice|archive|unread) (\S+) (\S+)$/.exec(line);
  if (match === null) return null;
  const [, register, said = '', id = ''] = match;
  const conversation = contactId(id);
  if (register === 'unread' && /^\d+$/.test(said)) return { register, conversation, value: Number(said) };
  const value = readAlert(said);
  if (register === 'notice' && value !== null) return { register, conversation, value };
  return typeof value === 'boolean'
    ? { register: register as Exclude<FlagWish['register'], 'notice'>, conversation, value }
    : null;
}
