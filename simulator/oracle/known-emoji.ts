/** The emoji that users react with: a few of the many that exist. */
export const KNOWN_EMOJI: readonly string[] = ['👍', '❤️', '😂', '🎉', '👩🏽‍🚀', '🇩🇪'];

/** However it was written. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');

const known: ReadonlySet<string> = new Set(KNOWN_EMOJI.map(plainEmoji));
export const isKnownEmoji = (emoji: string): boolean => known.has(plainEmoji(emoji));

/** Different ones of a person on a line, and of all on a line. */
export const EMOJI_OF_ONE = 3;
export const EMOJI_OF_ALL = 20;

/** Applies one more press to the reactions of a line; emoji keep the order in which they were first used. */
export function putUnder(
  reactions: Map<string, readonly number[]>,
  { by, emoji: given, on }: { readonly by: number; readonly emoji: string; readonly on: boolean },
): void {
  const emoji = plainEmoji(given);
  const others = (reactions.get(emoji) ?? []).filter((one) => one !== by);
  const people = on ? [...others, by] : others;
  if (people.length > 0) reactions.set(emoji, people);
  else reactions.delete(emoji);
}
