import { attachLimits } from '../../../platform/limits.ts';
import { readOwn, writeOwn } from '../../../platform/settings.ts';

const KEY = 'emoji-recent';

/** Emoji used lately on this device, newest first. */
export function recentEmoji(): readonly string[] {
  try {
    const held: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return Array.isArray(held)
      ? held.filter((one) => typeof one === 'string').slice(0, attachLimits.recentEmojiMax)
      : [];
  } catch {
    return [];
  }
}

export function rememberEmoji(emoji: string): void {
  writeOwn(
    KEY,
    JSON.stringify(
      [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, attachLimits.recentEmojiMax),
    ),
  );
}
