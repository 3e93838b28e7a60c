import type { ContactId } from './ids.ts';

/** Sounds of a message (ALERT-7). */
export const SOUNDS = ['standard', 'drop', 'chime', 'knock', 'bell', 'wood', 'none'] as const;
export type Sound = (typeof SOUNDS)[number];

/** One for all chats, and those that have their own. */
export interface Sounds {
  readonly all: Sound;
  readonly chats: readonly { readonly id: ContactId; readonly sound: Sound }[];
}

export const DEFAULT_SOUNDS: Sounds = { all: 'standard', chats: [] };

/** Null: no individual sound. */
export const ownSound = ({ chats }: Sounds, chat: ContactId): Sound | null =>
  chats.find(({ id }) => id === chat)?.sound ?? null;

export const soundOf = (sounds: Sounds, chat: ContactId | null): Sound =>
  (chat !== null && ownSound(sounds, chat)) || sounds.all;

/** Above the maximum, the sound that was chosen longest ago is removed. */
export function withSound(sounds: Sounds, chat: ContactId, sound: Sound | null, most: number): Sounds {
  const others = sounds.chats.filter(({ id }) => id !== chat);
  return { ...sounds, chats: sound === null ? others : [...others, { id: chat, sound }].slice(-most) };
}
