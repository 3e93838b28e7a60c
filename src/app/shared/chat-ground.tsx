import { memo, useMemo } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { useOwnSetting } from '../kit/app-setting.ts';
import { cx } from '../kit/class-names.ts';
import styles from './chat-ground.module.css';

/** Background of the messages: a preset, a picture of this device, or nothing. */
export interface ChatBackground {
  readonly preset: Preset | null;
  /** Encoded as a data address. */
  readonly picture: string | null;
  readonly blur: boolean;
}

export const PRESETS = ['mint', 'sand', 'sky', 'rose'] as const;
export type Preset = (typeof PRESETS)[number];

export const NO_BACKGROUND: ChatBackground = { preset: null, picture: null, blur: false };
/** Stored on this device: for all chats under the key alone, for one chat with its id appended. */
const KEY = 'chat-bg-info';

export interface BackgroundChoice {
  readonly value: ChatBackground;
  /** This chat uses the background of all chats. */
  readonly inherited: boolean;
  /** Null removes the chat's own background. False: the device's storage is full. */
  readonly choose: (next: ChatBackground | null) => boolean;
}

/** Background of a chat; without `chat` that of all chats. */
export function useChatBackground(chat: ContactId | null): BackgroundChoice {
  const [ofAll, writeAll] = useOwnSetting(KEY);
  const [own, writeOwn] = useOwnSetting(`${KEY}${chat ?? ''}`);
  const text = own ?? ofAll;
  const value = useMemo(() => decode(text) ?? NO_BACKGROUND, [text]);
  const write = chat === null ? writeAll : writeOwn;
  // A chat stores an empty background if all others have one.
  const empty = (next: ChatBackground) => chat === null && next.preset === null && next.picture === null;
  return {
    value,
    inherited: chat !== null && own === null,
    choose: (next) => write(next === null || empty(next) ? null : JSON.stringify(next)),
  };
}

function decode(text: string | null): ChatBackground | null {
  if (text === null) return null;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return null;
    const [preset, picture]: unknown[] = [Reflect.get(raw, 'preset'), Reflect.get(raw, 'picture')];
    return {
      preset: PRESETS.find((one) => one === preset) ?? null,
      picture: typeof picture === 'string' && picture.startsWith('data:image/') ? picture : null,
      blur: Reflect.get(raw, 'blur') === true,
    };
  } catch {
    return null;
  }
}

/**
 * The chosen background behind the messages, else a quiet pattern of the mark. Pictures are veiled so that
 * text on them stays readable.
 */
export const ChatGround = memo(function ChatGround({ chat }: { readonly chat: ContactId }) {
  const { preset, picture, blur } = useChatBackground(chat).value;
  if (picture !== null)
    return (
      <div className={styles.ground} aria-hidden="true">
        <div
          className={cx(styles.picture, blur && styles.blur)}
          style={{ backgroundImage: `url("${picture}")` }}
        />
      </div>
    );
  return <div className={cx(styles.ground, styles[preset ?? 'drawn'])} aria-hidden="true" />;
});
