/** Bounds of sticker packs and of the emoji of a server (EMOJI-7, EMOJI-10). */
export const stickerLimits = {
  serverMax: 500,
  serverBytesMax: 256 * 1_024,
  serverSideMax: 1_024,
  packsMax: 20,
  addedMax: 50,
  stickersMax: 60,
  titleMax: 40,
} as const;

/** Lower-case letters, digits, "_" and "-", with a letter: "10:30:00" names none. */
export const isEmojiName = (name: string): boolean => /^(?=.*[a-z])[a-z0-9_-]{2,32}$/.test(name);

const NAMED = /:([a-z0-9_-]{2,32}):/g;

/** Returns true if a text may contain `:name:` of a server emoji. */
export const hasEmojiName = (text: string): boolean => text.search(NAMED) >= 0;

/** A text cut at its `:name:`; `name` is null between them. */
export function emojiNameParts(
  text: string,
  isKnown: (name: string) => boolean,
): readonly { readonly text: string; readonly name: string | null }[] {
  const parts: { readonly text: string; readonly name: string | null }[] = [];
  let from = 0;
  const named = new RegExp(NAMED);
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    const [whole, name = ''] = match;
    // The second colon may begin a name.
    if (!isKnown(name)) named.lastIndex -= 1;
    else {
      if (match.index > from) parts.push({ text: text.slice(from, match.index), name: null });
      parts.push({ text: whole, name });
      from = named.lastIndex;
    }
  }
  if (from < text.length) parts.push({ text: text.slice(from), name: null });
  return parts;
}
