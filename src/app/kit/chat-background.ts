import { useMemo } from 'react';
import { useSetting } from './use-setting.ts';

/** What stands behind the messages: a preset of ours, a picture of this device, or nothing. */
export interface ChatBackground {
  readonly preset: Preset | null;
  /** As a data address. */
  readonly picture: string | null;
  readonly blur: boolean;
}

export const PRESETS = ['mint', 'sand', 'sky', 'rose'] as const;
export type Preset = (typeof PRESETS)[number];

export const NO_BACKGROUND: ChatBackground = { preset: null, picture: null, blur: false };
/** Kept on this device, for all chats. */
const KEY = 'chat-bg-info';

export function useChatBackground(): readonly [ChatBackground, (next: ChatBackground) => void] {
  const [text, write] = useSetting(KEY);
  const value = useMemo(() => decode(text), [text]);
  return [value, (next) => write(next.preset === null && next.picture === null ? null : JSON.stringify(next))];
}

function decode(text: string | null): ChatBackground {
  if (text === null) return NO_BACKGROUND;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return NO_BACKGROUND;
    const [preset, picture]: unknown[] = [Reflect.get(raw, 'preset'), Reflect.get(raw, 'picture')];
    return {
      preset: PRESETS.find((one) => one === preset) ?? null,
      picture: typeof picture === 'string' && picture.startsWith('data:image/') ? picture : null,
      blur: Reflect.get(raw, 'blur') === true,
    };
  } catch {
    return NO_BACKGROUND;
  }
}
