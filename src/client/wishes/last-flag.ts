import { readAlert } from '../../domain/alert-levels.ts';
import { contactId, type UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { Wish } from '../state/local-event.ts';

export type FlagWish = Extract<Wish, { register: 'top' | 'notice' | 'archive' | 'unread' }>;

/**
 * The pin, mute, archiving or mark that was pressed last, in the small storage that all tabs of a browser
 * share: a tab that was opened while an older press waited holds that one as well, and would say it after the
 * newer one (SEND-20).
 */
export interface LastFlag {
  get(): FlagWish | null;
  tell(wish: FlagWish): void;
  /** Pressed in another tab. Ends listening when called. */
  onChange(run: (wish: FlagWish) => void): () => void;
}

export function createLastFlag(settings: SettingsPort, user: UserId): LastFlag {
  const key = `${ownPrefix(user)}flag`;
  const get = (): FlagWish | null => read(settings.get(key));
  return {
    get,
    tell: ({ register, conversation, value }) => settings.set(key, `${register} ${value} ${conversation}`),
    onChange: (run) =>
      settings.onChange((changed) => {
        const wish = changed === key ? get() : null;
        if (wish !== null) run(wish);
      }),
  };
}

function read(text: string | null): FlagWish | null {
  const found = /^(top|notice|archive|unread) (\S+) (\S+)$/.exec(text ?? '');
  if (found === null) return null;
  const [, register, said = '', id = ''] = found;
  const conversation = contactId(id);
  if (register === 'unread' && /^\d+$/.test(said)) return { register, conversation, value: Number(said) };
  const value = readAlert(said);
  if (register === 'notice' && value !== null) return { register, conversation, value };
  return typeof value === 'boolean'
    ? { register: register as Exclude<FlagWish['register'], 'notice'>, conversation, value }
    : null;
}
