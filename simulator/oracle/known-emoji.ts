/** What people here put under messages: some of the many that there are. */
export const KNOWN_EMOJI: readonly string[] = ['👍', '❤️', '😂', '🎉', '👩🏽‍🚀', '🇩🇪'];

/** However it was written. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');

const known: ReadonlySet<string> = new Set(KNOWN_EMOJI.map(plainEmoji));
export const isKnownEmoji = (emoji: string): boolean => known.has(plainEmoji(emoji));

/** Different ones of a person on a line, and of all on a line. */
export const EMOJI_OF_ONE = 3;
export const EMOJI_OF_ALL = 20;
